import { BSONRegExp, Int32 } from 'bson';
import { below, pick, type Random } from '@herald/standin-testing';
import { anyPath, anyValue, scalar } from './random-documents';

type Fields = Record<string, unknown>;

const regexes = ['^a', 'b', '^ab', 'C$', '^$', '.'];

/** A random filter over the random documents. */
export function anyFilter(random: Random, depth = 2): Fields {
  const roll = random();
  if (depth > 0 && roll < 0.15) return { [pick(random, ['$and', '$or', '$nor'])]: someFilters(random, depth - 1) };
  if (roll < 0.3) return { ...fieldFilter(random), ...fieldFilter(random) };
  return fieldFilter(random);
}

function someFilters(random: Random, depth: number): Fields[] {
  return Array.from({ length: 1 + below(random, 3) }, () => anyFilter(random, depth));
}

function fieldFilter(random: Random): Fields {
  const path = anyPath(random);
  if (random() < 0.25) return { [path]: anyValue(random) };
  if (random() < 0.06) return { [path]: new BSONRegExp(pick(random, regexes), pick(random, ['', 'i'])) };
  if (random() < 0.1) return { [path]: { $gte: scalar(random), $lt: scalar(random) } };
  return { [path]: operator(random, 1) };
}

function operator(random: Random, depth: number): Fields {
  const item = () => (random() < 0.7 ? scalar(random) : pick<unknown>(random, [['a'], [], ['a', 'b'], { x: 'a' }, {}]));
  const list = () => Array.from({ length: below(random, 4) }, item);
  return pick<() => Fields>(random, [
    () => ({ [pick(random, ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: anyValue(random, 1) }),
    () => ({ [pick(random, ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: scalar(random) }),
    () => ({ [pick(random, ['$in', '$nin'])]: list() }),
    () => ({ $in: [...list(), new BSONRegExp('^a', '')] }),
    () => ({ $exists: random() < 0.5 }),
    () => ({
      $type: pick<unknown>(random, [
        'int',
        'double',
        'number',
        'string',
        'object',
        'array',
        'null',
        'date',
        2,
        16,
        ['long', 'bool'],
        ...(depth === 0 ? [] : ['bogus']),
      ]),
    }),
    () => ({ $regex: pick(random, regexes), ...(random() < 0.5 ? { $options: pick(random, ['i', 'm', 's']) } : {}) }),
    () => ({ $size: pick<unknown>(random, [0, 1, 2, 3, ...(depth === 0 ? [] : [-1, 'a'])]) }),
    () => ({ $all: list() }),
    () => ({ $mod: pick<unknown[]>(random, [[2, 0], [3, 1], [5, -1], ...(depth === 0 ? [] : [[0, 1], [4]])]) }),
    () => (depth === 0 ? { $eq: scalar(random) } : { $not: operator(random, depth - 1) }),
    () => (depth === 0 ? { $gt: scalar(random) } : { $elemMatch: elementFilter(random, depth) }),
  ])();
}

function elementFilter(random: Random, depth: number): Fields {
  if (random() < 0.5) return operator(random, depth - 1);
  return { [pick(random, ['x', 'y', 'z'])]: random() < 0.5 ? scalar(random) : operator(random, 0) };
}

/** A random update: operators, sometimes several, sometimes a whole document. */
export function anyUpdate(random: Random): Fields {
  if (random() < 0.06) return { a: anyValue(random), b: anyValue(random, 1) };
  const made: Fields = {};
  for (let left = pick(random, [1, 1, 1, 2, 3]); left > 0; left--) {
    const [name, change] = modifier(random);
    made[name] = { ...(made[name] as Fields | undefined), ...change };
  }
  return made;
}

function updatePath(random: Random): string {
  return random() < 0.85
    ? anyPath(random)
    : pick(random, ['tags.5', 'list.1.y', 'a.b.c', 'list.$[].x', 'tags.$[]', 'new.deep', 'a.$[]']);
}

// The second engine counts booleans as numbers, and for what creates nothing refuses arrays on the way or leaves empty
// parents: so these get fields that hold no booleans, and paths without dots.
const numeric = ['n', 'n', 's', 'tags', 'missing', 'new.deep'];
const plain = ['a', 'b', 's', 'tags', 'list', 'n', 'missing'];

function modifier(random: Random): [string, Fields] {
  const path = updatePath(random);
  const array = random() < 0.7 ? pick(random, ['tags', 'list', 'a', 'b']) : path;
  return pick<() => [string, Fields]>(random, [
    () => ['$set', { [path]: anyValue(random) }],
    () => ['$set', { [path]: anyValue(random, 1), [updatePath(random)]: scalar(random) }],
    () => ['$setOnInsert', { [path]: scalar(random) }],
    () => ['$unset', { [pick(random, plain)]: '' }],
    () => [
      '$inc',
      { [pick(random, numeric)]: random() < 0.9 ? pick(random, [1, 2.5, -3, new Int32(4)]) : scalar(random) },
    ],
    () => ['$mul', { [pick(random, numeric)]: pick(random, [2, 0.5, -1]) }],
    () => [pick(random, ['$min', '$max']), { [path]: scalar(random) }],
    () => ['$push', { [array]: random() < 0.5 ? anyValue(random, 1) : pushed(random) }],
    () => ['$addToSet', { [array]: random() < 0.6 ? scalar(random) : { $each: [scalar(random), scalar(random)] } }],
    () => ['$pull', { [pick(random, plain)]: pulled(random) }],
    () => ['$pop', { [pick(random, plain)]: pick(random, [1, -1]) }],
    () => ['$rename', { [pick(random, plain)]: pick(random, ['r', 'c', 'q']) }],
  ])();
}

function pushed(random: Random): Fields {
  const made: Fields = { $each: Array.from({ length: below(random, 3) }, () => scalar(random)) };
  if (random() < 0.4) made['$position'] = pick(random, [0, 1, -1, 10]);
  if (random() < 0.4) made['$slice'] = pick(random, [0, 2, -2, 10]);
  if (random() < 0.4) made['$sort'] = pick<unknown>(random, [1, -1, { x: 1 }]);
  return made;
}

function pulled(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => scalar(random),
    () => ({ x: scalar(random) }),
    () => ({ $in: [scalar(random), 'a'] }),
    () => ({ [pick(random, ['$gt', '$lte', '$ne'])]: scalar(random) }),
    () => anyValue(random, 1),
  ])();
}

/** A random sort by at most one field that may hold arrays; _id last, so that there is one right order. */
export function anySort(random: Random): Fields {
  const direction = () => (random() < 0.5 ? 1 : -1);
  const path = anyPath(random);
  return random() < 0.5
    ? { [path]: direction(), n: direction(), _id: 1 }
    : { n: direction(), [path]: direction(), _id: 1 };
}

/** A random projection. */
export function anyProjection(random: Random): Fields {
  const kept = random() < 0.5 ? 1 : 0;
  const made: Fields = {};
  for (let left = 1 + below(random, 2); left > 0; left--)
    made[pick(random, ['a', 'b', 'a.x', 'list.x', 'list.y', 'tags', 's', 'b.x', 'n'])] = kept;
  if (random() < 0.3) made['_id'] = pick(random, [0, 1]);
  return made;
}

const operand = (random: Random) => pick<unknown>(random, ['$n', '$s', '$a', '$list.x', '$missing', 3, 'q', '$a.x']);

function expression(random: Random): unknown {
  const [one, two] = [operand(random), operand(random)];
  return pick<unknown>(random, [
    { $cond: [{ [pick(random, ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: [one, two] }, one, 'no'] },
    { $ifNull: [one, two] },
    { $add: ['$n', 2] },
    { $subtract: ['$n', 1.5] },
    { $multiply: ['$n', '$n'] },
    { $divide: ['$n', 2] },
    { $concat: [{ $ifNull: ['$s', '-'] }, 'x'] },
    { $toUpper: { $ifNull: ['$s', 'none'] } },
    { $toString: '$n' },
    { $size: { $ifNull: ['$tags', []] } },
    { $in: ['a', { $ifNull: ['$tags', []] }] },
    { $indexOfArray: [{ $ifNull: ['$tags', []] }, pick(random, ['a', 'b', '$s'])] },
    { $first: '$tags' },
    { $last: '$tags' },
    { $and: [one, two] },
    { $or: [one, { $not: [two] }] },
    { $sum: ['$n', one] },
    { v: one, w: { $literal: '$n' } },
    { $dateToString: { date: new Date(1e12), format: '%Y-%m-%d %H:%M:%S.%L' } },
    one,
  ]);
}

/** A random pipeline whose results have one right order. */
export function anyPipeline(random: Random): Fields[] {
  const stages: Fields[] = random() < 0.6 ? [{ $match: anyFilter(random, 1) }] : [];
  stages.push({ $sort: { _id: 1 } });
  const accumulator = pick(random, ['$sum', '$avg', '$min', '$max', '$first', '$last', '$push', '$addToSet']);
  const key = pick<unknown>(random, ['$n', '$s', null, { n: '$n' }, '$list.x', '$missing']);
  const rest = pick<() => Fields[]>(random, [
    () => [{ $group: { _id: key, v: { [accumulator]: operand(random) }, k: { $sum: 1 } } }],
    () => [{ $project: { v: expression(random), n: 1 } }],
    () => [{ $project: anyProjection(random) }],
    () => [
      { [pick(random, ['$addFields', '$set'])]: { [pick(random, ['v', 'a.v', 'list.v', 'n'])]: expression(random) } },
    ],
    () => [
      {
        $unwind: pick<unknown>(random, [
          '$tags',
          '$list',
          { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' },
        ]),
      },
    ],
    () => [{ $match: anyFilter(random, 1) }, { $count: 'c' }],
    () => [{ $skip: below(random, 20) }, { $limit: 1 + below(random, 20) }],
    () => [{ $replaceRoot: { newRoot: { $ifNull: ['$missing', { was: '$_id', a: '$a' }] } } }],
    () => [{ $unwind: '$list' }, { $group: { _id: '$list.x', n: { $sum: 1 } } }],
  ])();
  return [...stages, ...rest];
}
