/**
 * Writes pictures of synthetic identity cards and their fields (truth.json) into a folder:
 * npm run specimens -- --out FOLDER [--seed 1] [--copies 1] [--layouts chi,esp] [--conditions clean,persp]
 *   [--invented 6] [--aside 6] [--each 2]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conditions } from './conditions';
import { layouts } from './layouts/all';
import { inventedLayouts } from './layouts/invented';
import { makeSpecimen } from './make-specimen';
import type { Layout } from './layout';
import type { Specimen } from './truth';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    copies: { type: 'string', default: '1' },
    layouts: { type: 'string' },
    conditions: { type: 'string' },
    /** The number of layouts of countries that the reader does not know, and of those kept aside. */
    invented: { type: 'string', default: '0' },
    aside: { type: 'string', default: '0' },
    /** The number of conditions of each layout, in turn; without it, all of them. */
    each: { type: 'string' },
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

function selectLayouts(): Layout[] {
  const seed = Number(values.seed);
  const invented = inventedLayouts(seed, Number(values.invented));
  const aside = inventedLayouts(seed, Number(values.aside), true);
  const isAsked = values.layouts !== undefined || invented.length + aside.length === 0;
  const ids = isAsked ? selectNames(values.layouts, layouts.map(({ id }) => id)) : []; // prettier-ignore
  return [...layouts.filter(({ id }) => ids.includes(id)), ...invented, ...aside];
}

/** All conditions, or as many as each layout gets: the next ones for the next layout. */
function conditionsOf(at: number): string[] {
  const names = selectNames(values.conditions, Object.keys(conditions));
  if (!values.each) return names;
  const count = Number(values.each);
  return Array.from({ length: count }, (_, i) => names[(at * count + i + Number(values.seed)) % names.length]!);
}

async function main(): Promise<void> {
  const { out, seed, copies } = values;
  if (!out) throw new Error('--out FOLDER is missing');
  mkdirSync(out, { recursive: true });
  const specimens: Specimen[] = [];
  for (const [at, layout] of selectLayouts().entries())
    for (const condition of conditionsOf(at))
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
