import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Specimen = {
  layout: string;
  degradation: string;
  truth: Record<string, string | null>;
  files: { front: string; back: string };
};
type CardOptions = { seed: number; layouts: string[]; conditions: string[] };

export type DrawnCards = ReturnType<typeof drawCards>;

/** Draws cards with the generator of tools/specimens, into a folder that `remove` deletes. */
export function drawCards({ seed, layouts, conditions }: CardOptions) {
  const out = mkdtempSync(join(tmpdir(), 'herald-'));
  const args = ['--out', out, '--seed', String(seed), '--layouts', layouts.join(), '--conditions', conditions.join()];
  const cwd = join(__dirname, '../../..');
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/specimens/generate.ts', ...args], { cwd });
  const specimens = JSON.parse(readFileSync(join(out, 'truth.json'), 'utf8')) as Specimen[];
  return {
    card(layout: string, condition: string) {
      const { truth, files } = specimens.find((one) => one.layout === layout && one.degradation === condition)!;
      return { truth, front: readFileSync(join(out, files.front)), back: readFileSync(join(out, files.back)) };
    },
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}
