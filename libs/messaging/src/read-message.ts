import { requestIdFrom } from '@herald/tracing';
import {
  anyObject,
  envelopeFields,
  object,
  validator,
  type Message,
  type MessageType,
  type Schema,
} from '@herald/contracts';
import { Unrecoverable } from './consumer';

/** Newer senders may add fields: they are dropped. */
const options = { stripUnknown: true, errors: { wrap: { label: '' as const } } };
const validators = new WeakMap<Schema, ReturnType<typeof validator>>();
const envelope = object({ ...envelopeFields, data: anyObject() });

/** Reads JSON as a message of the expected type. Anything else is unrecoverable: a retry cannot change it. */
export function readMessage<Data>(json: unknown, { schema }: MessageType<Data>): Message<Data> {
  if (json === undefined) throw new Unrecoverable('The message is not JSON');
  const message = checked(envelope, json) as Message;
  const data = checked(schema, message.data) as Data;
  return { ...message, request_id: requestIdFrom(message.request_id), data };
}

/** The reason names fields, never values, because it is logged. */
function checked(schema: Schema, value: unknown): unknown {
  const validate = validators.get(schema) ?? validator(schema, options);
  validators.set(schema, validate);
  const { value: known, error } = validate(value);
  if (!error) return known;
  const fields = error.details.map(({ path, type }) => `${path.join('.') || 'message'} (${type})`);
  throw new Unrecoverable(`The message does not fit its schema: ${fields.join(', ')}`);
}
