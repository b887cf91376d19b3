import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import type { Doc, Raw, Value } from '../bson/value';
import { asNumber, isDoc, wholeNumber } from '../bson/value';
import { stagesOf, parseStage } from '../aggregate/pipeline';
import { firstBatch } from '../cursors';
import { failure } from '../failure';
import { parseFilter } from '../match/parse';
import { countRecords } from '../plan/count';
import { findRecords } from '../plan/find';
import type { Query } from '../plan/query';
import { unsorted } from '../plan/query';
import { sortFields } from '../sort';
import { findCollection } from '../store/catalog';
import type { Collection } from '../store/collection';
import type { Handler } from './command';
import { checkHint } from './find';
import { collectionName, documentField, numberField, refuseCollation, refuseOthers } from './command';

/** What of a pipeline the planner takes over, and the stages that remain. */
export function splitPipeline(stages: readonly Doc[]): { query: Query; rest: Doc[] } {
  const rest = [...stages];
  const query = unsorted(parseFilter(new Map()));
  const match = rest[0]?.get('$match');
  if (isDoc(match)) {
    query.filter = parseFilter(match);
    rest.shift();
  }
  const sort = rest[0]?.get('$sort');
  if (isDoc(sort) && sort.size > 0) {
    query.sort = sortFields(sort);
    rest.shift();
  }
  query.skip = leadingNumber(rest, '$skip', 0) ?? 0;
  query.limit = leadingNumber(rest, '$limit', 1) ?? 0;
  return { query, rest };
}

function leadingNumber(rest: Doc[], name: string, least: number): number | undefined {
  const number = asNumber(rest[0]?.get(name));
  if (number === undefined || !Number.isInteger(number) || number < least) return undefined;
  rest.shift();
  return number;
}

export const aggregate: Handler = {
  fields: ['pipeline', 'cursor', 'hint', 'collation', 'allowDiskUse', 'bypassDocumentValidation'],
  run({ catalog, cursors }, command) {
    const { body, database } = command;
    refuseCollation(body);
    const name = collectionName(command);
    const options = documentField(body, 'cursor');
    if (!options)
      throw failure('FailedToParse', "The 'cursor' option is required, except for aggregate with the explain argument");
    refuseOthers(options, ['batchSize'], 'aggregate.cursor');
    const stages = stagesOf(body.get('pipeline'));
    stages.forEach(parseStage);
    const collection = findCollection(catalog, database, name);
    checkHint(collection, body.get('hint'));
    const results = runPipeline(collection, stages);
    return firstBatch(cursors, `${database}.${name}`, results, {
      size: numberField(options, 'batchSize', 101),
      single: false,
    });
  },
};

function runPipeline(collection: Collection | undefined, stages: Doc[]): Iterable<Raw> {
  const { query, rest } = splitPipeline(stages);
  const counter = rest.length === 1 ? countingGroup(rest[0]!) : undefined;
  if (counter) return counted(collection ? countRecords(collection, query) : 0, counter);
  const found = collection ? findRecords(collection, query) : [];
  if (rest.length === 0) return bytesOf(found);
  let documents: Iterable<Doc> = decoded(found);
  for (const stage of rest) documents = parseStage(stage)(documents);
  return encoded(documents);
}

type Counter = { id: Value; name: string };

/** Recognises { $group: { _id: constant, name: { $sum: 1 } } }, which is what countDocuments sends. */
function countingGroup(stage: Doc): Counter | undefined {
  const spec = stage.get('$group');
  if (!isDoc(spec) || spec.size !== 2) return undefined;
  const id = spec.get('_id');
  const [name, sum] = [...spec].find(([field]) => field !== '_id') ?? [];
  if (name === undefined || !isDoc(sum) || sum.size !== 1) return undefined;
  const constant = id === null || asNumber(id) !== undefined;
  return constant && asNumber(sum.get('$sum')) === 1 ? { id: id!, name } : undefined;
}

function* counted(count: number, { id, name }: Counter): Generator<Raw> {
  if (count > 0)
    yield encode(
      new Map([
        ['_id', id],
        [name, wholeNumber(count)],
      ]),
    );
}

function* bytesOf(found: Iterable<{ raw: Raw }>): Generator<Raw> {
  for (const { raw } of found) yield raw;
}

function* decoded(found: Iterable<{ raw: Raw }>): Generator<Doc> {
  for (const { raw } of found) yield decode(raw);
}

function* encoded(documents: Iterable<Doc>): Generator<Raw> {
  for (const document of documents) yield encode(document);
}
