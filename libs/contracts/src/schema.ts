import Joi from 'joi';

/**
 * Schemas whose TypeScript types follow from them. Everything the platform checks, stores or documents is declared with
 * these functions, so that a type cannot disagree with its schema. The chainable methods of joi that keep the type
 * (`min`, `pattern`, `trim`, `messages` …) may be used on the result; presence, null and values have functions here.
 */
declare const absent: unique symbol;

/** Marks a schema whose key may be absent. */
export type Optional = { readonly [absent]: true };

export type Schema<T = unknown> = Joi.AnySchema<T>;
export type Fields = Record<string, Joi.AnySchema>;

/** The TypeScript type of the values that a schema lets through. */
export type TypeOf<S> = S extends Joi.AnySchema<infer T> ? T : never;

type OptionalKeys<F> = { [Key in keyof F]: F[Key] extends Optional ? Key : never }[keyof F];
type Flat<T> = { [Key in keyof T]: T[Key] };

/** The TypeScript type of an object with these fields. */
export type ObjectOf<F> = Flat<
  { [Key in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[Key]> } & { [Key in OptionalKeys<F>]?: TypeOf<F[Key]> }
>;

const typed = <T>(schema: Joi.Schema) => schema as Joi.AnySchema as Joi.AnySchema<T>;

export const string = (): Joi.StringSchema => Joi.string();
export const integer = (): Joi.NumberSchema => Joi.number().integer();
export const number = (): Joi.NumberSchema => Joi.number();
export const boolean = (): Joi.BooleanSchema => Joi.boolean();
/** Any JSON value. */
export const json = (): Joi.AnySchema<unknown> => Joi.any();

/** One of some values. */
export const oneOf = <const T extends string | number | boolean>(...values: T[]) => typed<T>(Joi.valid(...values));

/** What any of some schemas lets through. */
export const anyOf = <S extends Joi.AnySchema[]>(...schemas: S) =>
  Joi.alternatives(...schemas) as Joi.AlternativesSchema as Joi.AlternativesSchema<TypeOf<S[number]>>;

/** An array of items of one kind. */
export const list = <S extends Joi.AnySchema>(item: S): Joi.ArraySchema<TypeOf<S>[]> => Joi.array().items(item);

/** An array of any JSON values. */
export const anyList = (): Joi.ArraySchema<unknown[]> => Joi.array();

/** An array with one item of each of these kinds. */
export const tuple = <S extends [Joi.AnySchema, ...Joi.AnySchema[]]>(...items: S) =>
  Joi.array().ordered(...items.map((item) => item.required())) as Joi.AnySchema as Joi.ArraySchema<{
    [At in keyof S]: TypeOf<S[At]>;
  }>;

/** An object with these fields; each is required unless it is `optional` or has a default. */
export const object = <F extends Fields>(fields: F): Joi.ObjectSchema<ObjectOf<F>> =>
  Joi.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name, hasPresence(schema) ? schema : schema.required()]),
    ),
  );

const hasPresence = (schema: Joi.AnySchema): boolean => schema.$_getFlag('presence') !== undefined;

/** An object of values of one kind under any names. */
export const mapOf = <S extends Joi.AnySchema>(value: S): Joi.ObjectSchema<Record<string, TypeOf<S>>> =>
  Joi.object().pattern(Joi.string(), value);

/** An object whose names the caller chooses; use only where they never meet a plain object's own. */
export const anyObject = (): Joi.ObjectSchema<Record<string, unknown>> => Joi.object().unknown();

/** A key that may be absent. */
export const optional = <S extends Joi.AnySchema>(schema: S): S & Optional => schema.optional() as S & Optional;

/** A key that may be absent; its value is then the default. */
export const withDefault = <S extends Joi.AnySchema>(schema: S, value: TypeOf<S>): S =>
  schema.optional().default(value);

/** An object that may be absent; it is then made of the defaults of its keys. */
export const withKeyDefaults = <S extends Joi.ObjectSchema>(schema: S): S => schema.optional().default();

/** A value that may be null. */
export const nullable = <S extends Joi.AnySchema>(schema: S) => typed<TypeOf<S> | null>(schema.allow(null));

/** Fields of one kind under these names. */
export const named = <const Name extends string, S extends Joi.AnySchema>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>;

/** These fields, each of which may be absent. */
export const eachOptional = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])) as never as {
    [Name in keyof F]: F[Name] & Optional;
  };

/** Some of these fields, by name. */
export function pick<F extends Fields, Name extends keyof F & string>(fields: F, ...names: Name[]): Pick<F, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, Name>;
}
