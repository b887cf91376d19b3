import type { Handler } from './command';
import { collectionName, flagField } from './command';
import { failure } from '../failure';
import { ensureCollection } from '../store/catalog';
import { insertRecord, storable } from '../store/collection';
import { eachStatement, writeReply } from './write';

const maxWrites = 100_000;

/** Throws unless a bulk write has between one and the allowed number of statements. */
export function checkBatchSize(count: number): void {
  if (count < 1 || count > maxWrites)
    throw failure('BadValue', `Write batch sizes must be between 1 and ${maxWrites}. Got ${count} operations.`);
}

/** The insert command. */
export const insert: Handler = {
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  run({ catalog }, command) {
    const documents = command.sequences.get('documents') ?? [];
    checkBatchSize(documents.length);
    const collection = ensureCollection(catalog, command.database, collectionName(command));
    let n = 0;
    const errors = eachStatement(documents, flagField(command.body, 'ordered', true), (raw) => {
      insertRecord(catalog.storage, collection, storable(raw));
      n += 1;
    });
    return writeReply({ n }, errors);
  },
};
