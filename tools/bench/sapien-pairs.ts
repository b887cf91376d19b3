/**
 * Reads pictures that do not belong together and counts how many are rejected: each front with the backs of other
 * persons, and each side twice. The folder is one for tools/bench/sapien.ts.
 *
 *   npx tsx tools/bench/sapien-pairs.ts <folder> [--partners=2] [--only=text]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanPicture } from '../../libs/card-reader/src/picture/clean-picture';
import { openCardReader } from '../../libs/card-reader/src/open-card-reader';

interface Card {
  id: string;
  layout: string;
  truth: { nin: string | null };
  files: { front: string; back: string };
}

const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: sapien-pairs <folder> [--partners=2] [--only=text]');
const flag = (name: string) => flags.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const partners = Number(flag('partners') ?? 2);
const cards = (JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Card[]).filter((card) =>
  card.id.includes(flag('only') ?? ''),
);

/** Half of the partners have the same layout: only the values distinguish these pairs. */
function partnersOf(card: Card, position: number): Card[] {
  const others = [...cards.slice(position + 1), ...cards.slice(0, position)].filter(
    (other) => other.truth.nin !== card.truth.nin,
  );
  const sameLayout = others.filter(({ layout }) => layout === card.layout).slice(0, Math.ceil(partners / 2));
  const otherLayout = others.filter(({ layout }) => layout !== card.layout).slice(0, Math.floor(partners / 2));
  return [...sameLayout, ...otherLayout];
}

const bytesOf = (file: string) => cleanPicture(readFileSync(join(folder!, file))).bytes;

async function main(): Promise<void> {
  const reader = await openCardReader();
  const counts = new Map<string, { pairs: number; rejected: number }>();
  const accepted: string[] = [];
  const tryPair = async (kind: string, name: string, front: string, back: string) => {
    const count = counts.get(kind) ?? { pairs: 0, rejected: 0 };
    counts.set(kind, count);
    count.pairs++;
    const { conflict, missing, fields } = await reader.read(bytesOf(front), bytesOf(back));
    if (conflict || missing.length > 0) count.rejected++;
    else accepted.push(`${kind}: ${name} -> ${JSON.stringify(fields)}`);
  };
  for (const [position, card] of cards.entries()) {
    for (const other of partnersOf(card, position)) {
      const kind = other.layout === card.layout ? 'two persons, one layout' : 'two persons, two layouts';
      await tryPair(kind, `${card.id} + ${other.id}`, card.files.front, other.files.back);
    }
    await tryPair('front twice', card.id, card.files.front, card.files.front);
    await tryPair('back twice', card.id, card.files.back, card.files.back);
  }
  await reader.close();
  for (const [kind, { pairs, rejected }] of counts) console.log(`${kind}: ${rejected} of ${pairs} rejected`);
  for (const line of accepted) console.log(line);
}

void main();
