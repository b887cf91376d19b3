import type Joi from 'joi';

/** A kind of message that travels over the broker: its routing key and the shape of its data. */
export type MessageType<Data> = { type: string; schema: Joi.ObjectSchema<Data> };

/** What every message carries. */
export type Message<Data = unknown> = {
  id: string;
  type: string;
  version: 1;
  at: string;
  request_id?: string;
  data: Data;
};

/** Names a kind of message. */
export function messageType<Data>(type: string, schema: Joi.ObjectSchema<Data>): MessageType<Data> {
  return { type, schema };
}
