import type { Doc, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import { located } from '../failure';

/** The $unwind stage: a path, or { path, preserveNullAndEmptyArrays, includeArrayIndex }. */
export function parseUnwind(spec: Value): (documents: Iterable<Doc>) => Iterable<Doc> {
  const options: Doc = isDoc(spec) ? spec : new Map([['path', spec]]);
  for (const name of options.keys())
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(name))
      throw located(28811, `unrecognized option to $unwind stage: ${name}`);
  const path = options.get('path');
  if (typeof path !== 'string') throw located(28808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$'))
    throw located(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const preserve = options.get('preserveNullAndEmptyArrays') ?? false;
  if (typeof preserve !== 'boolean')
    throw located(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  const position = options.get('includeArrayIndex');
  if (position !== undefined && (typeof position !== 'string' || position === '' || position.startsWith('$')))
    throw located(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  const parts = path.slice(1).split('.');
  return (documents) => unwind(documents, parts, preserve, position);
}

function* unwind(
  documents: Iterable<Doc>,
  parts: string[],
  preserve: boolean,
  position: string | undefined,
): Generator<Doc> {
  for (const document of documents) {
    const value = at(document, parts);
    if (Array.isArray(value) && value.length > 0) {
      for (let i = 0; i < value.length; i++) yield numbered(withValue(document, parts, value[i]!), position, BigInt(i));
      continue;
    }
    const nothing = value === undefined || value === null || Array.isArray(value);
    if (nothing && !preserve) continue;
    yield numbered(Array.isArray(value) ? withValue(document, parts, undefined) : document, position, null);
  }
}

function at(document: Doc, parts: string[]): Value | undefined {
  let here: Value | undefined = document;
  for (const part of parts) here = isDoc(here) ? here.get(part) : undefined;
  return here;
}

function numbered(document: Doc, position: string | undefined, value: Value): Doc {
  return position === undefined ? document : withValue(document, position.split('.'), value);
}

/** A copy of the document with another value at a path; undefined leaves the field out. */
function withValue(document: Doc, [part, ...rest]: string[], value: Value | undefined): Doc {
  const made = new Map(document);
  const inner = made.get(part!);
  const next = rest.length === 0 ? value : withValue(isDoc(inner) ? inner : new Map(), rest, value);
  if (next === undefined) made.delete(part!);
  else made.set(part!, next);
  return made;
}
