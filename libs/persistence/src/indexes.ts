import { mongo, type Connection } from 'mongoose';
import type { AnyRecord } from './record';

type Index = { name: string; key: Record<string, unknown>; options: IndexOptions };
type IndexOptions = {
  unique?: boolean;
  sparse?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: object;
};

/** A collection as it is, held against its declaration. */
export type CollectionCheck = {
  record: AnyRecord;
  exists: boolean;
  missing: Index[];
  /** Declared, and there under other options or another key. */
  differing: { declared: Index; live: Index }[];
  /** There, and not declared. */
  extra: Index[];
};

const namespaceExists = 48;
const indexNotFound = 27;
const maxLooks = 5;
const optionNames = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'] as const;

/** Holds the declared indexes of collections against the live ones. */
export async function checkCollections(database: Connection, records: AnyRecord[]): Promise<CollectionCheck[]> {
  const names = await collectionNames(database);
  return Promise.all(records.map((record) => checkCollection(database, record, names)));
}

/** Engines answer to a collection that is not there with different errors: this list says what is there. */
async function collectionNames(database: Connection): Promise<Set<string>> {
  const found = await database.db!.listCollections({}, { nameOnly: true }).toArray();
  return new Set(found.map(({ name }) => name));
}

async function checkCollection(database: Connection, record: AnyRecord, names: Set<string>): Promise<CollectionCheck> {
  const live = names.has(record.name) ? await liveIndexes(database, record.name) : undefined;
  const declared = declaredIndexes(record);
  const others = (live ?? []).filter((one) => !declared.some((index) => isSame(index, one)));
  const isThere = (index: Index) => live?.some((one) => isSame(index, one));
  const absent = declared
    .filter((index) => !isThere(index))
    .map((index) => ({ declared: index, live: others.find((one) => collides(index, one)) }));
  return {
    record,
    exists: live !== undefined,
    missing: absent.flatMap(({ declared: index, live: other }) => (other ? [] : [index])),
    differing: absent.flatMap(({ declared: index, live: other }) => (other ? [{ declared: index, live: other }] : [])),
    extra: others.filter((one) => !declared.some((index) => collides(index, one))),
  };
}

/** Creates what is missing: the collection, and indexes. */
export async function buildCollection(database: Connection, { record, exists, missing }: CollectionCheck) {
  if (missing.length > 0) {
    const specs = missing.map(({ name, key, options }) => ({ name, key: key as mongo.IndexSpecification, ...options }));
    await database.collection(record.name).createIndexes(specs as mongo.IndexDescription[]);
  }
  // A collection without indexes would otherwise be created by its first write.
  else if (!exists) await database.createCollection(record.name).catch(ignoring(namespaceExists));
}

/** Drops an index by its name, if it is there. */
export async function dropIndex(database: Connection, collection: string, name: string): Promise<void> {
  const live = await liveIndexes(database, collection);
  if (!live?.some((index) => index.name === name)) return;
  // Another process may drop it at the same time.
  await database.collection(collection).dropIndex(name).catch(ignoring(indexNotFound));
}

/** An index in words: its name, key and options. */
export function describeIndex({ name, key, options }: Index): string {
  const words = optionNames.flatMap((option) => {
    const value = options[option];
    return value === undefined ? [] : [value === true ? option : `${option} ${JSON.stringify(value)}`];
  });
  return [`${name} ${JSON.stringify(key)}`, ...words].join(', ');
}

function declaredIndexes({ indexes }: AnyRecord): Index[] {
  return indexes.map(([definition, options = {}]) => {
    const key = definition as Record<string, unknown>;
    return { name: options.name ?? defaultName(key), key, options: relevant(options as IndexOptions) };
  });
}

/**
 * The indexes of a collection; undefined if it is not there. Another process may drop and create it meanwhile: an error
 * means nothing until the collection was seen again.
 */
async function liveIndexes(database: Connection, name: string): Promise<Index[] | undefined> {
  for (let look = 1; ; look++) {
    try {
      return await readIndexes(database, name);
    } catch (error) {
      if (!(await collectionNames(database)).has(name)) return undefined;
      if (look === maxLooks) throw error;
    }
  }
}

async function readIndexes(database: Connection, name: string): Promise<Index[]> {
  const found = (await database.collection(name).listIndexes().toArray()) as (Omit<Index, 'options'> & IndexOptions)[];
  const own = found.filter((index) => index.name !== '_id_');
  return own.map((index) => ({ name: index.name, key: index.key, options: relevant(index) }));
}

const defaultName = (key: Record<string, unknown>) =>
  Object.entries(key)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');

function relevant(options: IndexOptions): IndexOptions {
  const given = optionNames.flatMap((name) => {
    const value = options[name];
    return value === undefined || value === false ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

const keyText = ({ key }: Index) => JSON.stringify(Object.entries(key).map(([field, one]) => [field, Number(one)]));
const isSame = (one: Index, other: Index) =>
  keyText(one) === keyText(other) && JSON.stringify(one.options) === JSON.stringify(other.options);
const collides = (one: Index, other: Index) => one.name === other.name || keyText(one) === keyText(other);

const ignoring =
  (code: number) =>
  (error: unknown): undefined => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== code) throw error;
  };
