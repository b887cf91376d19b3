import type { Doc, Raw, Value } from './bson/value';
import { isDoc } from './bson/value';
import { fieldOf } from './bson/raw';

/** Called with each value found and the position in the first array passed; true stops the walk. */
export type Visit = (value: Value | undefined, position: number | undefined) => boolean;

/** The array position a path part names, if it names one. */
export function positionOf(part: string | undefined): number | undefined {
  return part !== undefined && /^(0|[1-9]\d{0,9})$/.test(part) ? Number(part) : undefined;
}

/**
 * Visits what a dotted path finds in a document, through arrays as MongoDB does: each element of an array on the way is
 * followed, and a numeric part also names a position. With `expand`, the elements of an array at the end are visited
 * before the array itself. Missing values are visited as undefined.
 */
export function walkPath(source: Doc | Raw, parts: readonly string[], expand: boolean, visit: Visit): boolean {
  const value = fieldOf(source, parts[0]!);
  return step(value, parts, 1, expand, visit, undefined);
}

function step(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
  expand: boolean,
  visit: Visit,
  position: number | undefined,
): boolean {
  if (at === parts.length) return leaf(value, expand, visit, position);
  if (isDoc(value)) return step(value.get(parts[at]!), parts, at + 1, expand, visit, position);
  if (Array.isArray(value)) return through(value, parts, at, expand, visit, position);
  return visit(undefined, position);
}

function leaf(value: Value | undefined, expand: boolean, visit: Visit, position: number | undefined): boolean {
  if (expand && Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (visit(value[i], position ?? i)) return true;
  }
  return visit(value, position);
}

function through(
  values: Value[],
  parts: readonly string[],
  at: number,
  expand: boolean,
  visit: Visit,
  outer: number | undefined,
): boolean {
  const named = positionOf(parts[at]);
  for (let i = 0; i < values.length; i++) {
    const element = values[i]!;
    const position = outer ?? i;
    if (named === i && step(element, parts, at + 1, expand && at + 1 < parts.length, visit, position)) return true;
    if (isDoc(element) && step(element.get(parts[at]!), parts, at + 1, expand, visit, position)) return true;
  }
  return false;
}

const splits = new Map<string, string[]>();

/** The parts of a dotted path. */
export function partsOf(path: string): string[] {
  let parts = splits.get(path);
  if (!parts) {
    if (splits.size > 5000) splits.clear();
    parts = path.split('.');
    splits.set(path, parts);
  }
  return parts;
}
