import { Binary, Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { below, pick, type Random } from '@herald/standin-testing';

const ids = ['64b000000000000000000001', '64b000000000000000000002', '64b0000000000000000000ff'];
const texts = ['', 'a', 'ab', 'abc', 'b', 'B', 'ä', 'zebra', '10', 'a.b'];
const numbers = [0, 1, 2, 3, 5, 10, -1, -7, 100];

/** A value that is no document and no array. */
export function scalar(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => new Int32(pick(random, numbers)),
    () => new Int32(pick(random, numbers)),
    () => new Double(pick(random, numbers)),
    () => new Double(pick(random, [0.5, 1.5, 2.25, -3.75])),
    () => Long.fromNumber(pick(random, numbers)),
    () => Decimal128.fromString(pick(random, ['1', '2.5', '10', '-1'])),
    () => pick(random, texts),
    () => pick(random, texts),
    () => random() < 0.5,
    () => null,
    () => new Date(pick(random, [0, 1000, 1e12, 1e12 + 1])),
    () => new ObjectId(pick(random, ids)),
    () => new Binary(Buffer.from(pick(random, ['', 'x', 'xy'])), pick(random, [0, 128])),
  ])();
}

/** Any value, nested at most as deep as told. */
export function anyValue(random: Random, depth = 2): unknown {
  const roll = random();
  if (depth === 0 || roll < 0.6) return scalar(random);
  if (roll < 0.8) return Array.from({ length: below(random, 4) }, () => anyValue(random, depth - 1));
  return fields(random, ['x', 'y', 'z'], depth - 1);
}

function fields(random: Random, names: readonly string[], depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = Object.create(null);
  for (const name of names) if (random() < 0.6) made[name] = anyValue(random, depth);
  return made;
}

/** A document with fields a, b, c, d and e; `list` holds documents, as services keep them. */
export function anyDocument(random: Random, id: number): Record<string, unknown> {
  const made: Record<string, unknown> = {
    _id: id,
    n: new Int32(below(random, 10)),
    ...fields(random, ['a', 'b', 'c', 'd'], 2),
  };
  if (random() < 0.7) made['s'] = pick(random, texts);
  if (random() < 0.7) made['tags'] = Array.from({ length: below(random, 4) }, () => pick(random, texts));
  if (random() < 0.7) made['list'] = Array.from({ length: below(random, 4) }, () => fields(random, ['x', 'y', 'z'], 0));
  return made;
}

/** A path that often leads somewhere in such a document. */
export function anyPath(random: Random): string {
  return pick(random, [
    'a',
    'b',
    'c',
    'd',
    'n',
    's',
    'tags',
    'list',
    'a.x',
    'a.y',
    'b.x',
    'c.z',
    'list.x',
    'list.y',
    'a.x.y',
    'list.0.x',
    'tags.0',
    'a.0',
    'missing',
    'n.x',
  ]);
}
