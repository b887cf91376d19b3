import type { Doc, Raw, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { doc } from '../bson/value';
import { failure } from '../failure';
import type { Filter } from '../match/filter';
import { matchedPosition } from '../match/matches';
import { parseFilter } from '../match/parse';
import { unsorted } from '../plan/query';
import { findRecords } from '../plan/find';
import { ensureCollection, findCollection } from '../store/catalog';
import type { Catalog } from '../store/catalog';
import type { Collection } from '../store/collection';
import { insertRecord, replaceRecord, storable } from '../store/collection';
import { idOf } from '../store/index-entries';
import { applyUpdate } from '../update/apply';
import type { Update } from '../update/change';
import { parseUpdate } from '../update/parse';
import { upsertedDocument } from '../update/upsert';
import type { Handler, Server } from './command';
import { collectionName, flagField, listField, refuseCollation, refuseOthers } from './command';
import { checkHint } from './find';
import { checkBatchSize } from './insert';
import { eachStatement, writeReply } from './write';

const statementFields = ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'collation', 'hint'];

/** The update command. */
export const update: Handler = {
  fields: ['updates', 'ordered', 'bypassDocumentValidation'],
  run(server, command) {
    const statements = command.sequences.get('updates') ?? [];
    checkBatchSize(statements.length);
    const name = collectionName(command);
    const counts = { n: 0, nModified: 0 };
    const upserted: unknown[] = [];
    const errors = eachStatement(statements, flagField(command.body, 'ordered', true), (raw, index) => {
      const done = runStatement(server, command.database, name, decode(raw));
      counts.n += done.matched;
      counts.nModified += done.modified;
      if (done.upserted !== undefined) upserted.push(doc({ index, _id: done.upserted }));
    });
    return writeReply({ ...counts, upserted: upserted.length > 0 ? upserted : undefined }, errors);
  },
};

type Done = { matched: number; modified: number; upserted?: Value };

function runStatement({ catalog }: Server, database: string, name: string, statement: Doc): Done {
  refuseOthers(statement, statementFields, 'update.updates');
  refuseCollation(statement);
  const given = statement.get('q');
  if (!isDoc(given)) throw failure('TypeMismatch', "BSON field 'update.updates.q' must be an object");
  const change = parseUpdate(statement.get('u'), listField(statement, 'arrayFilters'));
  const multi = flagField(statement, 'multi');
  if (multi && change.kind === 'replace')
    throw failure('FailedToParse', 'multi update is not supported for replacement-style update');
  const filter = parseFilter(given);
  const collection = findCollection(catalog, database, name);
  checkHint(collection, statement.get('hint'));
  const done: Done = { matched: 0, modified: 0 };
  for (const { record, raw } of collection ? findRecords(collection, unsorted(filter, multi ? 0 : 1), true) : []) {
    done.matched += 1;
    if (collection && updateRecord(catalog, collection, filter, change, record, raw)) done.modified += 1;
  }
  if (done.matched > 0 || !flagField(statement, 'upsert')) return done;
  const made = upsert(catalog, ensureCollection(catalog, database, name), filter, change);
  return { matched: 1, modified: 0, upserted: idOf(made) };
}

/** Inserts what an upsert makes of its filter and update. */
export function upsert(catalog: Catalog, collection: Collection, filter: Filter, change: Update): Raw {
  const raw = storable(encode(upsertedDocument(filter, change, new Date())));
  insertRecord(catalog.storage, collection, raw);
  return raw;
}

/** Applies an update to one record; false if nothing is different after it. */
export function updateRecord(
  catalog: Catalog,
  collection: Collection,
  filter: Filter,
  change: Update,
  record: number,
  raw: Raw,
): boolean {
  const document = decode(raw);
  const position = change.kind === 'modify' && change.positional ? matchedPosition(filter, raw) : undefined;
  const changed = encode(applyUpdate(change, document, { inserting: false, now: new Date(), position, document }));
  if (changed.equals(raw)) return false;
  replaceRecord(catalog.storage, collection, record, changed);
  return true;
}
