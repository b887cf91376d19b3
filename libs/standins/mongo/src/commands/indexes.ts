import { encode } from '../bson/encode';
import type { Value } from '../bson/value';
import { doc, isDoc } from '../bson/value';
import { firstBatch } from '../cursors';
import { encodeKey } from '../encode-key';
import { failure } from '../failure';
import { ensureCollection, findCollection, saveCollection } from '../store/catalog';
import type { Collection } from '../store/collection';
import { buildIndex } from '../store/collection';
import type { Index } from '../store/index-entries';
import { parseIndex } from '../store/index-spec';
import { show } from '../show';
import { batchOf } from './collections';
import type { Command, Handler } from './command';
import { collectionName, listField } from './command';

const most = 64;

const createIndexes: Handler = {
  fields: ['indexes', 'commitQuorum'],
  run({ catalog }, command) {
    const specs = listField(command.body, 'indexes');
    if (specs.length === 0) throw failure('BadValue', 'Must specify at least one index to create');
    const wanted = specs.map((spec) => {
      if (!isDoc(spec)) throw failure('TypeMismatch', 'index specifications must be objects');
      return parseIndex(spec);
    });
    const name = collectionName(command);
    const createdCollectionAutomatically = !findCollection(catalog, command.database, name);
    const collection = ensureCollection(catalog, command.database, name);
    const numIndexesBefore = collection.indexes.length;
    const added: Index[] = [];
    for (const index of wanted) {
      if (isPresent([...collection.indexes, ...added], index)) continue;
      if (collection.indexes.length + added.length >= most)
        throw failure('CannotCreateIndex', `add index fails, too many indexes for ${collection.namespace}`);
      buildIndex(collection, index);
      added.push(index);
    }
    collection.indexes.push(...added);
    if (added.length > 0) saveCollection(catalog, collection);
    const numIndexesAfter = collection.indexes.length;
    const note = added.length === 0 ? 'all indexes already exist' : undefined;
    return doc({ numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, note, ok: 1.0 });
  },
};

/** True if the very same index is there; one that differs under the same name or key is a conflict. */
function isPresent(present: readonly Index[], index: Index): boolean {
  return present.some((other) => isSame(other, index));
}

function isSame(other: Index, index: Index): boolean {
  const sameKey = encodeKey(other.key) === encodeKey(index.key);
  if (sameKey && other.name === '_id_') return true;
  if (other.name === index.name) {
    if (sameKey && optionsOf(other) === optionsOf(index)) return true;
    const both = `Requested index: ${show(index.spec)}, existing index: ${show(other.spec)}`;
    throw failure(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. ${both}`,
    );
  }
  if (sameKey && samePartial(other, index))
    throw failure('IndexOptionsConflict', `Index already exists with a different name: ${other.name}`);
  return false;
}

function optionsOf(index: Index): string {
  const { unique, sparse, expireAfterSeconds } = index;
  return JSON.stringify([unique, sparse, expireAfterSeconds, partialText(index)]);
}

function partialText({ spec }: Index): string {
  return encodeKey(spec.get('partialFilterExpression') ?? null);
}

function samePartial(left: Index, right: Index): boolean {
  return partialText(left) === partialText(right) && left.unique === right.unique && left.sparse === right.sparse;
}

function required(collection: Collection | undefined, command: Command): Collection {
  if (collection) return collection;
  throw failure('NamespaceNotFound', `ns does not exist: ${command.database}.${collectionName(command)}`);
}

const listIndexes: Handler = {
  fields: ['cursor'],
  run({ catalog, cursors }, command) {
    const found = findCollection(catalog, command.database, collectionName(command));
    const collection = required(found, command);
    const listed = collection.indexes.map(({ spec }) => encode(spec));
    return firstBatch(cursors, collection.namespace, listed, batchOf(command));
  },
};

const dropIndexes: Handler = {
  fields: ['index'],
  run({ catalog }, command) {
    const collection = required(findCollection(catalog, command.database, collectionName(command)), command);
    const nIndexesWas = collection.indexes.length;
    const named = command.body.get('index');
    if (named === undefined)
      throw failure('MissingField', "BSON field 'dropIndexes.index' is missing but a required field");
    const gone =
      named === '*'
        ? collection.indexes.slice(1)
        : (Array.isArray(named) ? named : [named]).map((one) => indexNamed(collection, one));
    collection.indexes = collection.indexes.filter((index) => !gone.includes(index));
    saveCollection(catalog, collection);
    return doc({ nIndexesWas, ok: 1.0 });
  },
};

function indexNamed(collection: Collection, named: Value): Index {
  const key = isDoc(named) ? encodeKey(named) : undefined;
  const index = collection.indexes.find((one) => one.name === named || encodeKey(one.key) === key);
  if (!index) throw failure('IndexNotFound', `index not found with name [${show(named)}]`);
  if (index.name === '_id_') throw failure('InvalidOptions', 'cannot drop _id index');
  return index;
}

/** The commands about indexes. */
export const indexCommands: Record<string, Handler> = { createIndexes, listIndexes, dropIndexes };
