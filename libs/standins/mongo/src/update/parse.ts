import type { Doc, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import { failure } from '../failure';
import type { Filter } from '../match/filter';
import { parseFilter } from '../match/parse';
import { positionOf } from '../path';
import { show } from '../show';
import { arrayOperators } from './array-operators';
import type { ArrayFilters, Change, Update } from './change';
import { scalarOperators } from './scalar-operators';

const readers = { ...scalarOperators, ...arrayOperators };
const notCreating = new Set(['$unset', '$pull', '$pullAll', '$pop', '$rename']);

/** Reads an update document and its array filters. */
export function parseUpdate(update: Value | undefined, arrayFilters: readonly Value[] = []): Update {
  if (Array.isArray(update)) throw failure('NotImplemented', 'aggregation pipelines as updates are not supported');
  if (!isDoc(update)) throw failure('FailedToParse', 'Update argument must be either an object or an array');
  const first = update.keys().next().value;
  if (first === undefined || !first.startsWith('$')) return replacement(update, arrayFilters);
  const changes = [...update].flatMap(([operator, fields]) => changesOf(operator, fields));
  refuseConflicts(changes);
  changes.sort((a, b) => compareParts(a.parts, b.parts));
  const filters = parseArrayFilters(arrayFilters, changes);
  return { kind: 'modify', changes, arrayFilters: filters, positional: changes.some((c) => c.parts.includes('$')) };
}

function replacement(document: Doc, arrayFilters: readonly Value[]): Update {
  if (arrayFilters.length > 0)
    throw failure('FailedToParse', 'Cannot use array filters with a replacement-style update');
  for (const name of document.keys()) {
    if (name.startsWith('$'))
      throw failure('DollarPrefixedFieldName', `The dollar ($) prefixed field '${name}' is not valid for storage.`);
  }
  return { kind: 'replace', document };
}

function changesOf(operator: string, fields: Value): Change[] {
  const reader = Object.hasOwn(readers, operator) ? readers[operator] : undefined;
  if (!reader && operator !== '$rename')
    throw failure(
      'FailedToParse',
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  if (!isDoc(fields))
    throw failure('FailedToParse', `Modifiers operate on fields but we found type ${show(fields)} instead.`);
  return [...fields].map(([path, operand]) => {
    const parts = storableParts(path);
    if (!reader) return renaming(path, parts, operand);
    return { operator, path, parts, creates: !notCreating.has(operator), apply: reader(operand, path) };
  });
}

function renaming(path: string, parts: string[], operand: Value): Change {
  if (typeof operand !== 'string')
    throw failure('BadValue', `The 'to' field for $rename must be a string: ${path}: ${show(operand)}`);
  if (operand === path)
    throw failure('BadValue', `The source and target field for $rename must differ: ${path}: "${operand}"`);
  const renameTo = storableParts(operand);
  if ([...parts, ...renameTo].some((part) => part.startsWith('$')))
    throw failure('BadValue', `The source and target field for $rename may not be dynamic: ${path}`);
  return { operator: '$rename', path, parts, creates: false, apply: () => undefined, renameTo };
}

/** The parts of a path to be written; empty parts and names beginning with $ are refused. */
function storableParts(path: string): string[] {
  if (path === '') throw failure('EmptyFieldName', 'An empty update path is not valid.');
  const parts = path.split('.');
  parts.forEach((part, at) => {
    if (part === '')
      throw failure('EmptyFieldName', `The update path '${path}' contains an empty field name, which is not allowed.`);
    if (!part.startsWith('$')) return;
    if (at === 0 && part === '$')
      throw failure('BadValue', `Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
    if (at > 0 && (part === '$' || /^\$\[\w*\]$/.test(part))) return;
    throw failure('DollarPrefixedFieldName', `The dollar ($) prefixed field '${part}' in '${path}' is not allowed.`);
  });
  if (parts.filter((part) => part === '$').length > 1)
    throw failure('BadValue', `Too many positional (i.e. '$') elements found in path '${path}'`);
  return parts;
}

function refuseConflicts(changes: readonly Change[]): void {
  const taken = new Map<string, boolean>();
  const branches = new Map<string, boolean>();
  for (const { parts, renameTo } of changes)
    for (const path of renameTo ? [parts, renameTo] : [parts]) {
      const whole = path.join('.');
      refuseMixed(path, whole, branches);
      if (taken.has(whole)) throw conflict(whole, whole);
      for (let size = 1; size < path.length; size++) {
        const outer = path.slice(0, size).join('.');
        if (taken.get(outer)) throw conflict(whole, outer);
        taken.set(outer, false);
      }
      taken.set(whole, true);
    }
}

/** Below one place, either elements are chosen by $[…] or fields are named, not both. */
function refuseMixed(path: readonly string[], whole: string, branches: Map<string, boolean>): void {
  path.slice(1).forEach((part, at) => {
    const outer = path.slice(0, at + 1).join('.');
    const chosen = part.startsWith('$[');
    if (branches.has(outer) && branches.get(outer) !== chosen) throw conflict(whole, outer);
    branches.set(outer, chosen);
  });
}

function conflict(path: string, at: string): Error {
  const message = `Updating the path '${path}' would create a conflict at '${at}'`;
  return failure('ConflictingUpdateOperators', message);
}

/** New fields are added in the order of their names; numbers among them by value. */
function compareParts(left: readonly string[], right: readonly string[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const a = left[at]!;
    const b = right[at]!;
    if (a === b) continue;
    const [x, y] = [positionOf(a), positionOf(b)];
    if (x !== undefined && y !== undefined) return x - y;
    return a < b ? -1 : 1;
  }
  return left.length - right.length;
}

function parseArrayFilters(list: readonly Value[], changes: readonly Change[]): ArrayFilters {
  const filters: ArrayFilters = new Map();
  for (const item of list) {
    if (!isDoc(item)) throw failure('TypeMismatch', 'array filters must be documents');
    const filter = parseFilter(item);
    const [name, ...others] = new Set(topNames(filter));
    if (name === undefined)
      throw failure('FailedToParse', 'Cannot use an expression without a top-level field name in arrayFilters');
    if (others.length > 0)
      throw failure(
        'FailedToParse',
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${others[0]}'`,
      );
    if (!/^[a-z][A-Za-z0-9]*$/.test(name))
      throw failure(
        'BadValue',
        `The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    if (filters.has(name))
      throw failure('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name, filter);
  }
  const used = new Set(changes.flatMap(({ parts }) => parts.flatMap((part) => /^\$\[(\w+)\]$/.exec(part)?.[1] ?? [])));
  for (const name of used)
    if (!filters.has(name)) throw failure('BadValue', `No array filter found for identifier '${name}'`);
  for (const name of filters.keys())
    if (!used.has(name))
      throw failure('FailedToParse', `The array filter for identifier '${name}' was not used in the update`);
  return filters;
}

function topNames(filter: Filter): string[] {
  return filter.kind === 'field' ? [filter.parts[0]!] : filter.parts.flatMap(topNames);
}
