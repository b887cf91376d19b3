import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldName } from './reading';

interface Specimen {
  id: string;
  truth: Record<FieldName, string | null>;
  files: { front: string; back: string };
}

type Card = { truth: Specimen['truth']; front: Buffer; back: Buffer };
const drawn = new Map<string, Card>();

/** Draws one card with the generator of tools/specimens. A second time in the same suite it is the same card. */
export function drawCard(layout: string, condition: string, seed = 2): Card {
  const key = `${layout} ${condition} ${seed}`;
  const card = drawn.get(key) ?? draw(layout, condition, seed);
  drawn.set(key, card);
  return card;
}

/** In a process of its own: the generator is not part of this library. */
function draw(layout: string, condition: string, seed: number): Card {
  const out = mkdtempSync(join(tmpdir(), 'herald-card-'));
  try {
    const asked = ['--out', out, '--seed', String(seed), '--layouts', layout, '--conditions', condition];
    const cwd = join(__dirname, '../../..');
    execFileSync(process.execPath, ['--import', 'tsx', 'tools/specimens/generate.ts', ...asked], { cwd });
    const [specimen] = JSON.parse(readFileSync(join(out, 'truth.json'), 'utf8')) as Specimen[];
    if (!specimen) throw new Error(`No card was drawn, only ${readdirSync(out).join()}`);
    const { truth, files } = specimen;
    return { truth, front: readFileSync(join(out, files.front)), back: readFileSync(join(out, files.back)) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
