import type { Encodable, Raw, Value } from '../bson/value';
import { doc } from '../bson/value';
import { failure } from '../failure';
import { parseFilter } from '../match/parse';
import { findRecords } from '../plan/find';
import type { Query } from '../plan/query';
import { parseProjection } from '../projection';
import { sortFields } from '../sort';
import { ensureCollection, findCollection } from '../store/catalog';
import { removeRecord } from '../store/collection';
import { idOf } from '../store/index-entries';
import { parseUpdate } from '../update/parse';
import type { Command, Handler, Server } from './command';
import { collectionName, documentField, flagField, listField, refuseCollation } from './command';
import { checkHint } from './find';
import { updateRecord, upsert } from './update';

/** The findAndModify command. */
export const findAndModify: Handler = {
  fields: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'collation',
    'hint',
    'bypassDocumentValidation',
  ],
  run(server, command) {
    const { body } = command;
    refuseCollation(body);
    checkHint(findCollection(server.catalog, command.database, collectionName(command)), body.get('hint'));
    const fields = documentField(body, 'fields');
    const project = fields && fields.size > 0 ? parseProjection(fields, true) : undefined;
    const done = flagField(body, 'remove') ? removeOne(server, command) : updateOne(server, command);
    const value = done.value && (project ? project(done.value) : done.value);
    return doc({ lastErrorObject: done.last, value: value ?? null, ok: 1.0 });
  },
};

type Done = { value: Raw | undefined; last: Map<string, Encodable> };

function queryOf({ body }: Command): Query {
  const sort = documentField(body, 'sort');
  return {
    filter: parseFilter(documentField(body, 'query') ?? new Map<string, Value>()),
    sort: sort ? sortFields(sort) : [],
    skip: 0,
    limit: 1,
  };
}

function removeOne({ catalog }: Server, command: Command): Done {
  const { body } = command;
  if (body.has('update')) throw failure('FailedToParse', "Cannot specify both an 'update' and 'remove'=true");
  if (flagField(body, 'upsert')) throw failure('FailedToParse', "Cannot specify both 'upsert'=true and 'remove'=true");
  if (flagField(body, 'new'))
    throw failure(
      'FailedToParse',
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  const query = queryOf(command);
  const collection = findCollection(catalog, command.database, collectionName(command));
  const [found] = collection ? findRecords(collection, query, true) : [];
  if (collection && found) removeRecord(catalog.storage, collection, found.record);
  return { value: found?.raw, last: doc({ n: found ? 1 : 0 }) };
}

function updateOne({ catalog }: Server, command: Command): Done {
  const { body, database } = command;
  const name = collectionName(command);
  if (!body.has('update')) throw failure('FailedToParse', "Either an 'update' or 'remove'=true must be specified");
  const change = parseUpdate(body.get('update'), listField(body, 'arrayFilters'));
  const query = queryOf(command);
  const present = findCollection(catalog, database, name);
  const [found] = present ? findRecords(present, query, true) : [];
  const wantsNew = flagField(body, 'new');
  if (present && found) {
    updateRecord(catalog, present, query.filter, change, found.record, found.raw);
    const value = wantsNew ? present.records.get(found.record) : found.raw;
    return { value, last: doc({ n: 1, updatedExisting: true }) };
  }
  if (!flagField(body, 'upsert')) return { value: undefined, last: doc({ n: 0, updatedExisting: false }) };
  const made = upsert(catalog, ensureCollection(catalog, database, name), query.filter, change);
  const last = doc({ n: 1, updatedExisting: false, upserted: idOf(made) });
  return { value: wantsNew ? made : undefined, last };
}
