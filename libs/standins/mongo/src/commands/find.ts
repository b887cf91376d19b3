import { encode } from '../bson/encode';
import type { Doc, Raw, Value } from '../bson/value';
import { asNumber, doc } from '../bson/value';
import { compareText } from '../compare';
import { firstBatch, killCursor, nextBatch } from '../cursors';
import { encodeKey } from '../encode-key';
import { failure } from '../failure';
import { parseFilter } from '../match/parse';
import { partsOf, walkPath } from '../path';
import { countRecords } from '../plan/count';
import { findRecords } from '../plan/find';
import type { Query } from '../plan/query';
import { unsorted } from '../plan/query';
import type { Found } from '../plan/run';
import { parseProjection } from '../projection';
import type { Project } from '../projection';
import { sortFields } from '../sort';
import { findCollection } from '../store/catalog';
import type { Collection } from '../store/collection';
import type { Handler } from './command';
import { collectionName, documentField, flagField, numberField, refuseCollation } from './command';

/** Reads the query of find and count. */
export function queryOf(body: Doc, filterName: string): Query {
  refuseCollation(body);
  const sort = documentField(body, 'sort');
  return {
    filter: parseFilter(documentField(body, filterName) ?? new Map<string, Value>()),
    sort: sort ? sortFields(sort) : [],
    skip: numberField(body, 'skip', 0),
    limit: numberField(body, 'limit', 0),
  };
}

/** A hint must name an index that is there; the planner chooses all the same. */
export function checkHint(collection: Collection | undefined, hint: Value | undefined): void {
  if (hint === undefined || !collection) return;
  const text = typeof hint === 'string' ? undefined : encodeKey(hint);
  const named = collection.indexes.some((index) => index.name === hint || encodeKey(index.key) === text);
  if (!named)
    throw failure(
      'BadValue',
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
}

export const find: Handler = {
  fields: [
    'filter',
    'sort',
    'projection',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'hint',
    'collation',
    'allowDiskUse',
    'noCursorTimeout',
    'allowPartialResults',
    'returnKey',
    'showRecordId',
    'tailable',
    'awaitData',
  ],
  run({ catalog, cursors }, command) {
    const { body, database } = command;
    for (const name of ['returnKey', 'showRecordId', 'tailable', 'awaitData'])
      if (flagField(body, name)) throw failure('NotImplemented', `find with ${name} is not supported`);
    const name = collectionName(command);
    const query = queryOf(body, 'filter');
    const projection = documentField(body, 'projection');
    const project = projection && projection.size > 0 ? parseProjection(projection, true) : undefined;
    const collection = findCollection(catalog, database, name);
    checkHint(collection, body.get('hint'));
    const found = collection ? findRecords(collection, query) : [];
    const batch = { size: numberField(body, 'batchSize', 101), single: flagField(body, 'singleBatch') };
    return firstBatch(cursors, `${database}.${name}`, rawOf(found, project), batch);
  },
};

function* rawOf(found: Iterable<Found>, project: Project | undefined): Generator<Raw> {
  for (const { raw } of found) yield project ? encode(project(raw)) : raw;
}

export const getMore: Handler = {
  fields: ['collection', 'batchSize'],
  run({ cursors }, { body, database }) {
    const id = body.get('getMore');
    if (typeof id !== 'bigint') throw failure('TypeMismatch', "BSON field 'getMore.getMore' must be a long");
    const size = numberField(body, 'batchSize', 0) || Infinity;
    return nextBatch(cursors, id, `${database}.${String(body.get('collection'))}`, size);
  },
};

export const killCursors: Handler = {
  fields: ['cursors'],
  run({ cursors }, { body }) {
    const given = body.get('cursors');
    const ids = Array.isArray(given) ? given.map((id) => BigInt(asNumber(id) === undefined ? 0 : (id as bigint))) : [];
    const killed = ids.filter((id) => killCursor(cursors, id));
    const cursorsNotFound = ids.filter((id) => !killed.includes(id));
    return doc({ cursorsKilled: killed, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1.0 });
  },
};

export const count: Handler = {
  fields: ['query', 'limit', 'skip', 'hint', 'collation'],
  run({ catalog }, command) {
    const collection = findCollection(catalog, command.database, collectionName(command));
    const query = queryOf(command.body, 'query');
    checkHint(collection, command.body.get('hint'));
    return doc({ n: collection ? countRecords(collection, query) : 0, ok: 1.0 });
  },
};

export const distinct: Handler = {
  fields: ['key', 'query', 'collation', 'hint'],
  run({ catalog }, command) {
    refuseCollation(command.body);
    const key = command.body.get('key');
    if (typeof key !== 'string')
      throw failure('TypeMismatch', "BSON field 'distinct.key' is the wrong type, expected type 'string'");
    const filter = parseFilter(documentField(command.body, 'query') ?? new Map<string, Value>());
    const collection = findCollection(catalog, command.database, collectionName(command));
    checkHint(collection, command.body.get('hint'));
    const values = new Map<string, Value>();
    for (const { raw } of collection ? findRecords(collection, unsorted(filter)) : [])
      walkPath(raw, partsOf(key), false, (value) => {
        for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) keepFirst(values, one);
        return false;
      });
    const sorted = [...values].sort(([a], [b]) => compareText(a, b)).map(([, value]) => value);
    return doc({ values: sorted, ok: 1.0 });
  },
};

function keepFirst(values: Map<string, Value>, value: Value): void {
  const key = encodeKey(value);
  if (!values.has(key)) values.set(key, value);
}
