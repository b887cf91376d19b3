import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chartDir } from './catalog';
import type { Context } from './invariants';
import type { Toolchain } from './toolchain';

/** Values with which the chart is rendered and checked. */
type ValueSet = { file: string } & Partial<Pick<Context, 'switchedOff' | 'without'>>;

export const valueSets: ValueSet[] = [
  { file: 'ci/smallest-values.yaml' },
  { file: 'values-production-example.yaml' },
  { file: 'ci/everything-on-values.yaml' },
  {
    file: 'ci/everything-off-values.yaml',
    switchedOff: ['sapien', 'chronos'],
    without: ['NetworkPolicy', 'PodDisruptionBudget', 'Job'],
  },
];

type Rendered = { text: string; refusal?: string };

/** Renders with a file of values; `set` are further values in helm's notation. */
export function render({ helm }: Toolchain, file: string, set: string[] = [], chart = chartDir): Rendered {
  const values = [...(file ? ['-f', join(chartDir, file)] : []), ...set.flatMap((one) => ['--set-json', one])];
  const { status, stdout, stderr } = call(helm, 'template', 'herald', chart, '-n', 'messaging', ...values);
  return status === 0 ? { text: stdout } : { text: '', refusal: stderr };
}

/** What lint complains about, if it does. */
export function lint({ helm }: Toolchain, file: string): string | undefined {
  const { status, stdout, stderr } = call(helm, 'lint', '--strict', chartDir, '-f', join(chartDir, file));
  return status === 0 ? undefined : stdout + stderr;
}

const call = (helm: string, ...args: string[]) =>
  spawnSync(helm, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
