import type { Doc, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import { located } from '../failure';
import type { Expression } from './expression';
import { parseExpression } from './expression';

/** Gives documents with the fields of $addFields added or replaced. */
export function addFields(spec: Doc): (document: Doc) => Doc {
  if (spec.size === 0) throw located(40177, '$addFields specification must have at least one field');
  const fields = [...spec].flatMap(([path, value]) => leaves(path.split('.'), value));
  return (document) => {
    let made = document;
    for (const { parts, compute } of fields) made = added(made, parts, 0, compute(document));
    return made;
  };
}

type Leaf = { parts: string[]; compute: Expression };

function leaves(parts: string[], value: Value): Leaf[] {
  if (parts.includes('')) throw located(40353, 'FieldPath must not contain an empty part');
  if (parts.some((part) => part.startsWith('$'))) throw located(16410, "FieldPath field names may not start with '$'.");
  const plain = isDoc(value) && value.size > 0 && !value.keys().next().value!.startsWith('$');
  if (!plain) return [{ parts, compute: parseExpression(value) }];
  return [...value].flatMap(([name, inner]) => leaves([...parts, ...name.split('.')], inner));
}

function added(document: Doc, parts: string[], at: number, value: Value | undefined): Doc {
  const made = new Map(document);
  const part = parts[at]!;
  if (at === parts.length - 1) {
    if (value === undefined) made.delete(part);
    else made.set(part, value);
  } else made.set(part, within(made.get(part), parts, at + 1, value));
  return made;
}

function within(inner: Value | undefined, parts: string[], at: number, value: Value | undefined): Value {
  if (Array.isArray(inner)) return inner.map((element) => within(element, parts, at, value));
  return added(isDoc(inner) ? inner : new Map(), parts, at, value);
}
