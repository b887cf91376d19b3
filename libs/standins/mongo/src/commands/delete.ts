import { decode } from '../bson/decode';
import { asNumber, isDoc } from '../bson/value';
import { failure } from '../failure';
import { parseFilter } from '../match/parse';
import { findRecords } from '../plan/find';
import { unsorted } from '../plan/query';
import { findCollection } from '../store/catalog';
import { removeRecord } from '../store/collection';
import type { Handler } from './command';
import { collectionName, flagField, refuseCollation, refuseOthers } from './command';
import { checkHint } from './find';
import { checkBatchSize } from './insert';
import { eachStatement, writeReply } from './write';

/** The delete command. */
export const remove: Handler = {
  fields: ['deletes', 'ordered'],
  run({ catalog }, command) {
    const statements = command.sequences.get('deletes') ?? [];
    checkBatchSize(statements.length);
    const collection = findCollection(catalog, command.database, collectionName(command));
    let n = 0;
    const errors = eachStatement(statements, flagField(command.body, 'ordered', true), (raw) => {
      const statement = decode(raw);
      refuseOthers(statement, ['q', 'limit', 'collation', 'hint'], 'delete.deletes');
      refuseCollation(statement);
      checkHint(collection, statement.get('hint'));
      const given = statement.get('q');
      if (!isDoc(given)) throw failure('TypeMismatch', "BSON field 'delete.deletes.q' must be an object");
      const limit = asNumber(statement.get('limit'));
      if (limit !== 0 && limit !== 1)
        throw failure('FailedToParse', 'The limit field in delete objects must be 0 or 1');
      const filter = parseFilter(given);
      for (const { record } of collection ? findRecords(collection, unsorted(filter, limit), true) : []) {
        removeRecord(catalog.storage, collection!, record);
        n += 1;
      }
    });
    return writeReply({ n }, errors);
  },
};
