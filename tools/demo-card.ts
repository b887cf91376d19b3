/**
 * Draws the card of the demo data, always the same: `npx tsx tools/demo-card.ts <folder>` writes front.jpg and
 * back.jpg. The build puts it beside the main.js of the platform.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layouts } from './specimens/layouts/all';
import { makeSpecimen } from './specimens/make-specimen';

async function main([folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Usage: tsx tools/demo-card.ts <folder>');
  const { front, back } = await makeSpecimen(
    1,
    layouts.find(({ id }) => id === 'chi')!,
    'clean',
  );
  writeFileSync(join(folder, 'front.jpg'), front.bytes);
  writeFileSync(join(folder, 'back.jpg'), back.bytes);
}

void main(process.argv.slice(2));
