import type { Doc, Value } from '../bson/value';
import { isDoc, kindOf } from '../bson/value';
import { equal } from '../compare';
import { failure } from '../failure';
import { matches } from '../match/matches';
import { positionOf } from '../path';
import { show } from '../show';
import type { ArrayFilters, Change, Moment, Update } from './change';

type Holder = Doc | Value[];
type Modification = Extract<Update, { kind: 'modify' }>;

const maxPadding = 1_500_000;

/** Applies an update to a decoded document of the caller's own, and gives the result back. */
export function applyUpdate(update: Update, document: Doc, moment: Moment): Doc {
  const id = document.get('_id');
  const changed = update.kind === 'replace' ? replaced(update.document, id) : modified(update, document, moment);
  const newId = changed.get('_id');
  if (id !== undefined && (newId === undefined || !equal(id, newId)))
    throw failure('ImmutableField', `Performing an update on the path '_id' would modify the immutable field '_id'`);
  return changed;
}

function replaced(document: Doc, id: Value | undefined): Doc {
  const given = document.get('_id') ?? id;
  if (given === undefined) return new Map(document);
  return new Map([['_id', given], ...[...document].filter(([name]) => name !== '_id')]);
}

function modified(update: Modification, document: Doc, moment: Moment): Doc {
  for (const change of update.changes) {
    if (change.operator === '$setOnInsert' && !moment.inserting) continue;
    const parts = update.positional ? withPosition(change, moment) : change.parts;
    const walk: Walk = { change: { ...change, parts }, moment, arrayFilters: update.arrayFilters };
    if (change.renameTo) rename(document, walk, change.renameTo);
    else descend(document, walk, 0);
  }
  return document;
}

function withPosition({ parts }: Change, { position }: Moment): string[] {
  return parts.map((part) => {
    if (part !== '$') return part;
    if (position !== undefined) return String(position);
    throw failure('BadValue', 'The positional operator did not find the match needed from the query.');
  });
}

type Walk = { change: Change; moment: Moment; arrayFilters: ArrayFilters };

function descend(holder: Holder, walk: Walk, at: number): void {
  const part = walk.change.parts[at]!;
  const named = /^\$\[(\w*)\]$/.exec(part);
  if (named) eachSelected(holder, walk, at, named[1]!);
  else if (isDoc(holder)) inDocument(holder, part, walk, at);
  else inArray(holder, part, walk, at);
}

function inDocument(holder: Doc, part: string, walk: Walk, at: number): void {
  const current = holder.get(part);
  const next = valueAfter(current, walk, at, `${part}: ${show(current)}`);
  if (next === undefined) holder.delete(part);
  else if (next !== current) holder.set(part, next);
}

function inArray(holder: Value[], part: string, walk: Walk, at: number): void {
  const position = positionOf(part);
  if (position === undefined) {
    if (walk.change.creates) throw notViable(part, `${walk.change.parts[at - 1]}: ${show(holder)}`);
    return;
  }
  const current = holder[position];
  const next = valueAfter(current, walk, at, `${part}: ${show(current)}`);
  if (next === undefined) {
    if (current !== undefined) holder[position] = null;
    return;
  }
  if (position > holder.length + maxPadding)
    throw failure('BadValue', `can't backfill more than ${maxPadding} elements of an array`);
  while (holder.length < position) holder.push(null);
  holder[position] = next;
}

/** The value that follows from a change at or below this place; undefined means there is none. */
function valueAfter(current: Value | undefined, walk: Walk, at: number, shown: string): Value | undefined {
  const { change, moment } = walk;
  if (at === change.parts.length - 1) return change.apply(current, moment);
  if (isDoc(current) || Array.isArray(current)) {
    descend(current, walk, at + 1);
    return current;
  }
  const part = change.parts[at + 1]!;
  if (/^\$\[\w*\]$/.test(part)) throw notArray(walk, at, current);
  if (!change.creates) return current;
  if (current !== undefined) throw notViable(part, shown);
  const made: Doc = new Map();
  descend(made, walk, at + 1);
  return made;
}

function notArray({ change }: Walk, at: number, current: Value | undefined): Error {
  const path = change.parts.slice(0, at + 1).join('.');
  if (current === undefined)
    return failure('BadValue', `The path '${path}' must exist in the document in order to apply array updates.`);
  return failure('BadValue', `Cannot apply array updates to non-array element ${change.parts[at]}: ${show(current)}`);
}

function notViable(part: string, where: string): Error {
  return failure('PathNotViable', `Cannot create field '${part}' in element {${where}}`);
}

/** Every element for $[], those that fit the array filter for $[name]. */
function eachSelected(holder: Holder, walk: Walk, at: number, name: string): void {
  if (isDoc(holder)) throw notArray(walk, at - 1, holder);
  const filter = name === '' ? undefined : walk.arrayFilters.get(name);
  for (let position = 0; position < holder.length; position++) {
    const element = holder[position]!;
    if (!filter || matches(filter, new Map([[name, element]]))) inArray(holder, String(position), walk, at);
  }
}

function rename(document: Doc, walk: Walk, to: string[]): void {
  const { parts, path } = walk.change;
  const value = plainValue(document, parts, path);
  if (value === undefined) return;
  plainValue(document, to.slice(0, -1), to.join('.'));
  descend(document, walk, 0);
  const setting: Change = { operator: '$set', path: to.join('.'), parts: to, creates: true, apply: () => value };
  descend(document, { ...walk, change: setting }, 0);
}

/** The value at a path that may not pass through arrays. */
function plainValue(document: Doc, parts: readonly string[], path: string): Value | undefined {
  let here: Value | undefined = document;
  for (const part of parts) {
    if (Array.isArray(here))
      throw failure('BadValue', `The field of $rename cannot be an array element: '${path}' has an array in its way`);
    if (here !== undefined && !isDoc(here))
      throw failure('PathNotViable', `cannot use the part (${part} of ${path}) in an element of type ${kindOf(here)}`);
    here = here?.get(part);
  }
  return here;
}
