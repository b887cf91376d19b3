import type { Cursors } from '../cursors';
import type { Doc, Encodable, Raw, Value } from '../bson/value';
import { asNumber, isDoc } from '../bson/value';
import { failure } from '../failure';
import { isTrue } from '../match/parse';
import type { Catalog } from '../store/catalog';

/** What the commands work on. */
export type Server = { catalog: Catalog; cursors: Cursors };

/** One command as it came in; `sequences` are its lists of documents, still in bytes. */
export type Command = { name: string; database: string; body: Doc; sequences: Map<string, Raw[]> };

/** A command: the fields it takes beside those all commands take, and what it does. */
export type Handler = {
  fields: readonly string[] | 'any';
  run(server: Server, command: Command): Map<string, Encodable>;
};

const general = new Set(
  '$db lsid $clusterTime $readPreference readConcern writeConcern maxTimeMS comment apiVersion apiStrict apiDeprecationErrors'.split(
    ' ',
  ),
);

/** Throws if the command has a field that is not known here. */
export function refuseUnknownFields(handler: Handler, { name, body, sequences }: Command): void {
  if (handler.fields === 'any') return;
  for (const field of [...body.keys(), ...sequences.keys()]) {
    if (field === name || general.has(field) || handler.fields.includes(field)) continue;
    throw failure('UnknownField', `BSON field '${name}.${field}' is an unknown field.`);
  }
}

/** Throws if one of the fields of a document is not in the list. */
export function refuseOthers(document: Doc, known: readonly string[], where: string): void {
  for (const field of document.keys())
    if (!known.includes(field)) throw failure('UnknownField', `BSON field '${where}.${field}' is an unknown field.`);
}

/** The name of the collection a command is about. */
export function collectionName({ name, body }: Command): string {
  const value = body.get(name);
  if (typeof value === 'string') return value;
  throw failure('InvalidNamespace', `collection name has invalid type for ${name}`);
}

/** An optional document among the fields. */
export function documentField(body: Doc, name: string): Doc | undefined {
  const value = body.get(name);
  if (value === undefined || value === null) return undefined;
  if (isDoc(value)) return value;
  throw failure('TypeMismatch', `BSON field '${name}' is the wrong type, expected type 'object'`);
}

/** An optional number among the fields; it may not be negative. */
export function numberField(body: Doc, name: string, otherwise: number): number {
  const value = body.get(name);
  if (value === undefined || value === null) return otherwise;
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number))
    throw failure('TypeMismatch', `BSON field '${name}' is the wrong type, expected a whole number`);
  if (number < 0) throw failure('BadValue', `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return number;
}

/** An optional flag among the fields. */
export function flagField(body: Doc, name: string, otherwise = false): boolean {
  const value = body.get(name);
  return value === undefined ? otherwise : isTrue(value);
}

/** An optional list among the fields. */
export function listField(body: Doc, name: string): Value[] {
  const value = body.get(name) ?? [];
  if (Array.isArray(value)) return value;
  throw failure('TypeMismatch', `BSON field '${name}' is the wrong type, expected type 'array'`);
}

/** Refuses every collation but the simple one. */
export function refuseCollation(body: Doc): void {
  const collation = documentField(body, 'collation');
  if (collation && collation.size > 0 && collation.get('locale') !== 'simple')
    throw failure('NotImplemented', 'collations other than { locale: "simple" } are not supported');
}
