import type { Doc, Raw, Value } from './bson/value';
import { asNumber, isDoc } from './bson/value';
import { decode } from './bson/decode';
import type { Expression } from './aggregate/expression';
import { parseExpression } from './aggregate/expression';
import { located } from './failure';
import { matchesElement, matchesValue } from './match/matches';
import { parseOperand } from './match/parse';

/** Gives a document with only what was asked for. */
export type Project = (source: Doc | Raw) => Doc;

/** A field to keep or leave (true), to compute, to narrow, or a document of such. */
type Node = true | { compute: Expression } | { narrow: (value: Value) => Value | undefined } | Tree;
type Tree = { tree: Map<string, Node> };

/** Reads the projection of find (`narrowing` allows $slice and $elemMatch) or of $project. */
export function parseProjection(projection: Doc, narrowing: boolean): Project {
  const root: Tree = { tree: new Map() };
  const mode: Mode = { kept: undefined, computed: false, narrowing };
  for (const [path, value] of projection) {
    if (path === '_id' && isFlag(value)) continue;
    plant(root, path.split('.'), path, value, mode);
  }
  const idFlag = projection.get('_id');
  const plainId = idFlag !== undefined && isFlag(idFlag) ? isKept(idFlag) : undefined;
  const including = mode.kept ?? (mode.computed || plainId === true);
  if (plainId !== undefined ? plainId === including : including && !root.tree.has('_id')) root.tree.set('_id', true);
  return (source) => {
    const whole = source instanceof Map ? source : decode(source);
    return including ? include(whole, root.tree, whole) : exclude(whole, root.tree, whole);
  };
}

type Mode = { kept: boolean | undefined; computed: boolean; narrowing: boolean };

function isFlag(value: Value): boolean {
  return typeof value === 'boolean' || asNumber(value) !== undefined;
}

function isKept(value: Value): boolean {
  return value === true || (typeof value !== 'boolean' && asNumber(value) !== 0);
}

function plant(root: Tree, parts: string[], path: string, value: Value, mode: Mode): void {
  checkPath(path, parts);
  if (isFlag(value)) {
    setMode(mode, isKept(value), path);
    put(root, parts, true, path);
  } else if (isDoc(value) && !firstName(value)?.startsWith('$')) {
    if (value.size === 0) throw located(51270, 'An empty sub-projection is not a valid value.');
    for (const [name, inner] of value) plant(root, [...parts, ...name.split('.')], `${path}.${name}`, inner, mode);
  } else put(root, parts, operatorNode(value, mode, path), path);
}

function checkPath(path: string, parts: string[]): void {
  if (parts.includes('')) throw located(40353, `FieldPath must not contain an empty part: '${path}'`);
  if (parts.some((part) => part.startsWith('$')))
    throw located(16410, `FieldPath field names may not start with '$'. Given: '${path}'`);
}

function setMode(mode: Mode, kept: boolean, path: string): void {
  if (mode.kept === undefined && !(mode.computed && !kept)) mode.kept = kept;
  else if (mode.kept !== kept) {
    const [code, did, is] = kept ? [31253, 'inclusion', 'exclusion'] : [31254, 'exclusion', 'inclusion'];
    throw located(Number(code), `Cannot do ${did} on field ${path} in ${is} projection`);
  }
}

function firstName(value: Doc): string | undefined {
  return value.keys().next().value;
}

function operatorNode(value: Value, mode: Mode, path: string): Node {
  const name = isDoc(value) ? firstName(value) : undefined;
  if (mode.narrowing && name === '$slice') return { narrow: slice((value as Doc).get('$slice')!) };
  if (mode.narrowing && name === '$elemMatch') {
    if (mode.kept === undefined) mode.kept = true;
    return { narrow: firstMatching(value as Doc) };
  }
  if (mode.kept === false) throw located(31252, `Cannot use expression on field ${path} in exclusion projection`);
  mode.computed = true;
  return { compute: parseExpression(value) };
}

function slice(operand: Value): (value: Value) => Value {
  const [from, count] = Array.isArray(operand) ? operand.map(asNumber) : [undefined, asNumber(operand)];
  if (count === undefined || (Array.isArray(operand) && (from === undefined || count <= 0 || operand.length !== 2)))
    throw located(28667, '$slice takes a number, or [position, positive number]');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (from === undefined) return count < 0 ? value.slice(count) : value.slice(0, count);
    const start = from < 0 ? Math.max(0, value.length + from) : from;
    return value.slice(start, start + count);
  };
}

function firstMatching(operand: Doc): (value: Value) => Value | undefined {
  const [test] = parseOperand(operand);
  return (value) => {
    if (!Array.isArray(value) || !test) return undefined;
    const found = value.find((element) =>
      test.op === 'elemObject' ? matchesElement(test.filter, element) : matchesValue(test, [element]),
    );
    return found === undefined ? undefined : [found];
  };
}

function put(root: Tree, parts: string[], node: Node, path: string): void {
  let here = root;
  for (const part of parts.slice(0, -1)) {
    const next = here.tree.get(part) ?? { tree: new Map<string, Node>() };
    if (next === true || !('tree' in next)) throw located(31249, `Path collision at ${path}`);
    here.tree.set(part, next);
    here = next;
  }
  const last = parts.at(-1)!;
  if (here.tree.has(last)) throw located(31250, `Path collision at ${path}`);
  here.tree.set(last, node);
}

function include(source: Doc, tree: Map<string, Node>, whole: Doc): Doc {
  const made: Doc = new Map();
  for (const [name, value] of source) {
    const node = tree.get(name);
    const kept = node === undefined ? undefined : includeValue(value, node, whole);
    if (kept !== undefined) made.set(name, kept);
  }
  for (const [name, node] of tree) addComputed(made, name, node, whole, source);
  return made;
}

function includeValue(value: Value, node: Node, whole: Doc): Value | undefined {
  if (node === true) return value;
  if ('compute' in node) return undefined;
  if ('narrow' in node) return node.narrow(value);
  if (isDoc(value)) return include(value, node.tree, whole);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((element) => {
    const kept = isDoc(element) || Array.isArray(element) ? includeValue(element, node, whole) : undefined;
    return kept === undefined ? [] : [kept];
  });
}

function addComputed(made: Doc, name: string, node: Node, whole: Doc, source: Doc): void {
  if (node === true || 'narrow' in node) return;
  if ('compute' in node) {
    const value = node.compute(whole);
    if (value !== undefined) made.set(name, value);
    return;
  }
  const value = source.get(name);
  if (isDoc(value) || Array.isArray(value) || !hasComputed(node)) return;
  made.set(name, include(new Map(), node.tree, whole));
}

function hasComputed({ tree }: Tree): boolean {
  return [...tree.values()].some(
    (node) => node !== true && ('compute' in node || ('tree' in node && hasComputed(node))),
  );
}

function exclude(source: Doc, tree: Map<string, Node>, whole: Doc): Doc {
  const made: Doc = new Map();
  for (const [name, value] of source) {
    const node = tree.get(name);
    const kept = node === undefined ? value : excludeValue(value, node, whole);
    if (kept !== undefined) made.set(name, kept);
  }
  return made;
}

function excludeValue(value: Value, node: Node, whole: Doc): Value | undefined {
  if (node === true) return undefined;
  if ('narrow' in node) return node.narrow(value);
  if ('compute' in node) return value;
  if (isDoc(value)) return exclude(value, node.tree, whole);
  if (!Array.isArray(value)) return value;
  return value.map((element) =>
    isDoc(element) || Array.isArray(element) ? excludeValue(element, node, whole)! : element,
  );
}
