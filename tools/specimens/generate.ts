/**
 * Writes pictures of synthetic identity cards and their fields (truth.json) into a folder:
 * npm run specimens -- --out FOLDER [--seed 1] [--copies 1] [--layouts chi,esp] [--conditions clean,persp]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conditions } from './conditions';
import { layouts } from './layouts/all';
import { makeSpecimen } from './make-specimen';
import type { Specimen } from './truth';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    copies: { type: 'string', default: '1' },
    layouts: { type: 'string' },
    conditions: { type: 'string' },
  },
});

/** The requested names, or all. Throws on an unknown name. */
function selectNames(requested: string | undefined, known: string[]): string[] {
  if (!requested) return known;
  const names = requested.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return names;
}

async function main(): Promise<void> {
  const { out, seed, copies } = values;
  if (!out) throw new Error('--out FOLDER is missing');
  mkdirSync(out, { recursive: true });
  const ids = selectNames(values.layouts, layouts.map(({ id }) => id)); // prettier-ignore
  const specimens: Specimen[] = [];
  for (const layout of layouts.filter(({ id }) => ids.includes(id)))
    for (const condition of selectNames(values.conditions, Object.keys(conditions)))
      for (let copy = 0; copy < Number(copies); copy++) {
        const { specimen, front, back } = await makeSpecimen(Number(seed), layout, condition, copy);
        writeFileSync(join(out, specimen.files.front), front.bytes);
        writeFileSync(join(out, specimen.files.back), back.bytes);
        specimens.push(specimen);
      }
  writeFileSync(join(out, 'truth.json'), `${JSON.stringify(specimens, null, 1)}\n`);
  console.log(`${specimens.length} cards in ${out}`);
}

main().catch((error: Error) => {
  console.error(`specimens: ${error.message}`);
  process.exit(1);
});
