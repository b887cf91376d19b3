import type Joi from 'joi';
import { isoDate } from './fields';
import { object, oneOf, optional, string, type Fields, type ObjectOf, type TypeOf } from './schema';

/** A kind of message: its routing key and the shape of its data. */
export type MessageType<Data> = { type: string; schema: Joi.ObjectSchema<Data> };

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

/** Declares a kind of message: its routing key, and its fields. */
export const message = <F extends Fields>(type: string, fields: F): MessageType<ObjectOf<F>> => ({
  type,
  schema: object(fields),
});
