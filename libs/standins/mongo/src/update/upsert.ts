import { ObjectId } from 'bson';
import type { Doc, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import { MongoFailure } from '../failure';
import type { Filter } from '../match/filter';
import { applyUpdate } from './apply';
import type { Update } from './change';

/** The document an upsert inserts: what the filter says to be equal, then the update. */
export function upsertedDocument(filter: Filter, update: Update, now: Date): Doc {
  const equals = equalities(filter);
  const start: Doc = new Map();
  for (const [path, value] of equals) {
    if (update.kind === 'modify') place(start, path.split('.'), value, path);
    else if (path === '_id') start.set('_id', value);
  }
  const made = applyUpdate(update, start, { inserting: true, now, position: undefined, document: start });
  const id = made.get('_id') ?? new ObjectId();
  return new Map([['_id', id], ...[...made].filter(([name]) => name !== '_id')]);
}

function equalities(filter: Filter, found = new Map<string, Value>()): Map<string, Value> {
  if (filter.kind === 'field') {
    const { test, path } = filter;
    if (test.op !== 'eq') return found;
    if (found.has(path)) throw twice(path);
    found.set(path, test.value);
  } else if (filter.kind === 'and' || (filter.kind === 'or' && filter.parts.length === 1)) {
    filter.parts.forEach((part) => equalities(part, found));
  }
  return found;
}

function place(document: Doc, parts: string[], value: Value, path: string): void {
  let here = document;
  for (const part of parts.slice(0, -1)) {
    const next = here.get(part) ?? new Map<string, Value>();
    if (!isDoc(next)) throw twice(path);
    here.set(part, next);
    here = next;
  }
  const last = parts.at(-1)!;
  if (here.has(last)) throw twice(path);
  here.set(last, value);
}

function twice(path: string): Error {
  const message = `cannot infer query fields to set, path '${path}' is matched twice`;
  return new MongoFailure('NotSingleValueField', 54, message);
}
