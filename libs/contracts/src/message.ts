import type Joi from 'joi';
import { object, type Fields, type ObjectOf, type TypeOf } from './schema';

/** A kind of message: its routing key and the shape of its data. */
export type MessageType<Data> = { type: string; schema: Joi.ObjectSchema<Data> };

/** The data of a kind of message. */
export type DataOf<Type> = Type extends { schema: infer S } ? TypeOf<S> : never;

/** What every message carries. */
export type Message<Data = unknown> = {
  id: string;
  type: string;
  version: 1;
  at: string;
  request_id?: string;
  data: Data;
};

/** Declares a kind of message: its routing key, and its fields. */
export const message = <F extends Fields>(type: string, fields: F): MessageType<ObjectOf<F>> => ({
  type,
  schema: object(fields),
});
