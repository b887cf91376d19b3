import { encode } from '../bson/encode';
import type { Encodable, Value } from '../bson/value';
import { doc } from '../bson/value';
import { firstBatch } from '../cursors';
import { failure } from '../failure';
import { matches } from '../match/matches';
import { parseFilter } from '../match/parse';
import type { Catalog } from '../store/catalog';
import { dropCollection, ensureCollection, findCollection } from '../store/catalog';
import type { Collection } from '../store/collection';
import type { Command, Handler } from './command';
import { collectionName, documentField, flagField, numberField } from './command';

function inDatabase(catalog: Catalog, database: string): Collection[] {
  return [...catalog.collections.values()].filter((collection) => collection.database === database);
}

const create: Handler = {
  fields: ['autoIndexId', 'collation'],
  run({ catalog }, command) {
    const collation = documentField(command.body, 'collation');
    if (collation && collation.get('locale') !== 'simple')
      throw failure('NotImplemented', 'collations are not supported');
    const name = collectionName(command);
    if (findCollection(catalog, command.database, name))
      throw failure('NamespaceExists', `Collection ${command.database}.${name} already exists.`);
    ensureCollection(catalog, command.database, name);
    return doc({ ok: 1.0 });
  },
};

const drop: Handler = {
  fields: [],
  run({ catalog }, command) {
    const collection = findCollection(catalog, command.database, collectionName(command));
    if (!collection) return doc({ ok: 1.0 });
    const nIndexesWas = collection.indexes.length;
    dropCollection(catalog, collection);
    return doc({ nIndexesWas, ns: collection.namespace, ok: 1.0 });
  },
};

const dropDatabase: Handler = {
  fields: [],
  run({ catalog }, { database }) {
    for (const collection of inDatabase(catalog, database)) dropCollection(catalog, collection);
    return doc({ dropped: database, ok: 1.0 });
  },
};

const listCollections: Handler = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run({ catalog, cursors }, command) {
    const filter = parseFilter(documentField(command.body, 'filter') ?? new Map<string, Value>());
    const nameOnly = flagField(command.body, 'nameOnly');
    const listed = inDatabase(catalog, command.database)
      .map((collection) => encode(describe(collection, nameOnly)))
      .filter((raw) => matches(filter, raw));
    return firstBatch(cursors, `${command.database}.$cmd.listCollections`, listed, batchOf(command));
  },
};

function describe({ name, indexes }: Collection, nameOnly: boolean): Map<string, Encodable> {
  if (nameOnly) return doc({ name, type: 'collection' });
  return doc({ name, type: 'collection', options: {}, info: { readOnly: false }, idIndex: indexes[0]!.spec });
}

/** The batch asked for by commands that answer with a cursor of few documents. */
export function batchOf({ body }: Command): { size: number; single: boolean } {
  const cursor = documentField(body, 'cursor');
  return { size: cursor ? numberField(cursor, 'batchSize', 101) : 101, single: false };
}

const listDatabases: Handler = {
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  run({ catalog }, { body }) {
    const filter = parseFilter(documentField(body, 'filter') ?? new Map<string, Value>());
    const sizes = new Map<string, number>();
    for (const { database, records } of catalog.collections.values()) {
      let bytes = 0;
      for (const raw of records.values()) bytes += raw.length;
      sizes.set(database, (sizes.get(database) ?? 0) + bytes);
    }
    const nameOnly = flagField(body, 'nameOnly');
    const databases = [...sizes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sizeOnDisk]) => (nameOnly ? doc({ name }) : doc({ name, sizeOnDisk, empty: false })))
      .filter((database) => matches(filter, encode(database)));
    const totalSize = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    return doc({
      databases,
      ...(nameOnly ? {} : { totalSize, totalSizeMb: Math.floor(totalSize / 1048576) }),
      ok: 1.0,
    });
  },
};

/** The commands about collections and databases. */
export const collectionCommands: Record<string, Handler> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
};
