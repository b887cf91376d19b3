import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc, kindOf, wholeNumber } from '../bson/value';
import { failure, located, MongoFailure } from '../failure';
import { matches } from '../match/matches';
import { parseFilter } from '../match/parse';
import { parseProjection } from '../projection';
import { sortDocuments, sortFields } from '../sort';
import { addFields } from './add-fields';
import { parseExpression } from './expression';
import { parseGroup } from './group';
import { parseUnwind } from './unwind';

/** Turns a stream of documents into another. */
type Stage = (documents: Iterable<Doc>) => Iterable<Doc>;

const stages: Record<string, (spec: Value) => Stage> = {
  $match: (spec) => {
    const filter = parseFilter(document(spec, 15959, 'the match filter must be an expression in an object'));
    return (documents) => filtered(documents, (one) => matches(filter, one));
  },
  $sort: (spec) => {
    const order = document(spec, 15973, 'the $sort key specification must be an object');
    if (order.size === 0) throw located(15976, '$sort stage must have at least one sort key');
    const fields = sortFields(order);
    return (documents) => sortDocuments(documents, fields);
  },
  $skip: (spec) => slice(natural(spec, '$skip', 0), Infinity),
  $limit: (spec) => slice(0, natural(spec, '$limit', 1)),
  $project: (spec) => {
    const projection = document(spec, 15969, '$project specification must be an object');
    if (projection.size === 0) throw located(51272, 'projection specification must have at least one field');
    const project = parseProjection(projection, false);
    return (documents) => mapped(documents, project);
  },
  $group: parseGroup,
  $count: (spec) => {
    if (typeof spec !== 'string' || spec === '') throw located(40156, 'the count field must be a non-empty string');
    if (spec.startsWith('$') || spec.includes('.')) throw located(40158, `the count field cannot be '${spec}'`);
    return (documents) => counted(documents, spec);
  },
  $unwind: parseUnwind,
  $addFields: addFieldsStage,
  $set: addFieldsStage,
  $replaceRoot: (spec) => {
    const root = document(spec, 40229, 'expected an object as specification for $replaceRoot stage');
    if (root.size !== 1 || !root.has('newRoot')) throw located(40230, '$replaceRoot takes newRoot and nothing else');
    const compute = parseExpression(root.get('newRoot')!);
    return (documents) => mapped(documents, (one) => asRoot(compute(one)));
  },
};

/** Reads one stage; those this server lacks are refused. */
export function parseStage(stage: Value): Stage {
  if (!isDoc(stage) || stage.size !== 1)
    throw located(40323, 'A pipeline stage specification object must contain exactly one field.');
  const [name, spec] = stage.entries().next().value as [string, Value];
  const parse = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (name === '$changeStream') throw located(40573, 'The $changeStream stage is only supported on replica sets');
  if (!parse) throw new MongoFailure('Location40324', 40324, `Unrecognized pipeline stage name: '${name}'`);
  return parse(spec);
}

function document(spec: Value, code: number, message: string): Doc {
  if (!isDoc(spec)) throw located(code, message);
  return spec;
}

function natural(spec: Value, name: string, least: number): number {
  const number = asNumber(spec);
  if (number === undefined || !Number.isInteger(number) || number < least)
    throw located(name === '$limit' ? 15958 : 15956, `invalid argument to ${name} stage: ${String(number)}`);
  return number;
}

function addFieldsStage(spec: Value): Stage {
  const fields = document(spec, 40272, '$addFields specification stage must be an object');
  const add = addFields(fields);
  return (documents) => mapped(documents, add);
}

function asRoot(value: Value | undefined): Doc {
  if (isDoc(value)) return value;
  const type = value === undefined ? 'missing' : kindOf(value);
  throw located(40228, `'newRoot' expression must evaluate to an object, but resulting value was of type: ${type}`);
}

function* filtered(documents: Iterable<Doc>, fits: (one: Doc) => boolean): Generator<Doc> {
  for (const one of documents) if (fits(one)) yield one;
}

function* mapped(documents: Iterable<Doc>, change: (one: Doc) => Doc): Generator<Doc> {
  for (const one of documents) yield change(one);
}

function slice(skip: number, limit: number): Stage {
  return function* (documents) {
    let at = 0;
    for (const one of documents) {
      if (at++ < skip) continue;
      yield one;
      if (at - skip >= limit) return;
    }
  };
}

function* counted(documents: Iterable<Doc>, name: string): Generator<Doc> {
  const iterator = documents[Symbol.iterator]();
  let count = 0;
  while (!iterator.next().done) count += 1;
  if (count > 0) yield new Map([[name, wholeNumber(count)]]);
}

/** The stages of a pipeline. */
export function stagesOf(pipeline: Value | undefined): Doc[] {
  if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
    throw failure('TypeMismatch', "'pipeline' option must be specified as an array of documents");
  return pipeline;
}
