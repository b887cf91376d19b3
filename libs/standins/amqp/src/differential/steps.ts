import type { Operation } from './operations';

export const durable = { durable: true };
export const send = (key: string, body: string, options: object = {}): Operation => ({
  do: 'publish',
  exchange: '',
  key,
  body,
  options,
});
export const queue = (name: string, args: object = {}, options: object = durable): Operation => ({
  do: 'queue',
  name,
  options: { ...options, arguments: args },
});
export const quorum = (name: string, args: object = {}, options: object = durable): Operation =>
  queue(name, { 'x-queue-type': 'quorum', ...args }, options);
export const get = (name: string): Operation => ({ do: 'get', queue: name });
export const check = (name: string): Operation => ({ do: 'checkQueue', name });
export const fanout = { do: 'exchange', name: 'x-fanout', type: 'fanout', options: durable } satisfies Operation;
