import type Joi from 'joi';
import { requireEachOnce, type Distinct, type EachOnce } from './each-once';
import { isoDate } from './fields';
import { object, oneOf, optional, string, type Fields, type ObjectOf, type TypeOf } from './schema';

/** Tells which persons were erased, to the declarations of messages. */
export type ErasedNames = {
  /** Whether it named an erased person: in this company, or in any where the message names none. */
  isErased(name: string | undefined, company_id?: string): boolean;
  /** Replaces a name where the rest must stay. */
  hash(name: string): string;
};

/** What is left of a message once persons are erased: the same data if it names none, undefined if nothing is left. */
type Without<Data> = (data: Data, erased: ErasedNames) => Data | undefined;

/** A kind of message: its routing key and the shape of its data. */
export type MessageType<Data> = {
  type: string;
  schema: Joi.ObjectSchema<Data>;
  /** Absent where nothing in it says anything of a person. */
  without?(...args: Parameters<Without<Data>>): ReturnType<Without<Data>>;
  /** It must reach its service: an erasure removes it only once it is a dead letter. */
  isNeeded?: boolean;
  /** Many come at once: those of one moment share a message of the broker. */
  isGathered?: boolean;
};

/** The data of a kind of message. */
export type DataOf<Type> = Type extends { schema: infer S } ? TypeOf<S> : never;

/** What every message carries beside its data. */
export const envelopeFields = {
  id: string().max(100),
  type: string(),
  version: oneOf(1),
  at: isoDate(),
  request_id: optional(string().max(64)),
};
export type Message<Data = unknown> = ObjectOf<typeof envelopeFields> & { data: Data };

/** The W3C headers of the trace that a record or a message belongs to. */
export const traceContext = object({ traceparent: optional(string()), tracestate: optional(string()) });

type Persons<Data, Personal extends readonly string[], Impersonal extends readonly string[]> = {
  /** The fields that say something of a person: an erasure removes them from what waits in the broker. */
  personal: Personal & Distinct<Personal>;
  /** All other fields: a new field is named in one of the two lists, or nothing compiles. */
  impersonal: Impersonal & Distinct<Impersonal>;
  isNeeded?: boolean;
  isGathered?: boolean;
} & ([Personal[number]] extends [never] ? { without?: undefined } : { without: Without<Data> });

/** Declares a kind of message: its routing key, its fields, and what they say of persons. */
export function message<
  F extends Fields,
  const Personal extends readonly (keyof F & string)[] = [],
  const Impersonal extends readonly (keyof F & string)[] = [],
>(
  type: string,
  fields: F,
  persons: Persons<ObjectOf<F>, Personal, Impersonal> & EachOnce<F, Personal[number], Impersonal[number]>,
): MessageType<ObjectOf<F>> {
  const { personal, impersonal, without, isNeeded, isGathered } = persons;
  requireEachOnce(type, Object.keys(fields), [...personal, ...impersonal]);
  if (personal.length > 0 && !without) throw new Error(`${type}: it does not say what is left without a person`);
  const flags = { ...(isNeeded ? { isNeeded } : {}), ...(isGathered ? { isGathered } : {}) };
  return { type, schema: object(fields), ...(without ? { without } : {}), ...flags };
}
