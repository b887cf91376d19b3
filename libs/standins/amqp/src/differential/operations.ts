import { below, createRandom } from '@herald/standin-testing';

/** One operation of a client. `on` is the number of the channel; channel 2 belongs to a second connection. */
export type Operation = { on?: number } & (
  | { do: 'exchange'; name: string; type?: string; options?: object }
  | { do: 'queue'; name: string; options?: object }
  | { do: 'bind' | 'unbind'; queue: string; exchange: string; key: string }
  | { do: 'publish'; exchange: string; key: string; body: string; options?: object }
  | { do: 'get'; queue: string; noAck?: boolean }
  | { do: 'consume'; queue: string; tag: string; options?: object }
  | { do: 'prefetch'; count: number; global?: boolean }
  | { do: 'ack'; nth: number; all?: boolean }
  | { do: 'nack'; nth: number; all?: boolean; requeue: boolean }
  | { do: 'ackTag'; tag: number }
  | { do: 'cancel'; tag: string }
  | { do: 'deleteExchange' | 'deleteQueue'; name: string; options?: object }
  | { do: 'purge' | 'checkQueue' | 'checkExchange'; name: string }
  | { do: 'recover' | 'reopen' }
  | { do: 'wait'; ms: number }
);

/** A whole number below the limit. */
type Random = (limit: number) => number;

const queues = ['q0', 'q1', 'q2', 'q3', 'q4'];
const exchanges = ['', 'x-direct', 'x-topic', 'x-fanout', 'amq.direct', 'amq.topic', 'x-missing'];
const keys = ['q0', 'q1', 'a', 'a.b', 'a.b.c', 'b.c', '', 'q4'];
const patterns = ['a', '#', 'a.*', '*.b.#', '#.c', 'a.#', '*', 'q0', '#.#', ''];
const queueOptions = [
  { durable: true },
  { durable: false },
  { durable: true, arguments: { 'x-max-length': 3 } },
  { durable: true, arguments: { 'x-max-length': 3, 'x-overflow': 'reject-publish' } },
  { durable: true, arguments: { 'x-dead-letter-exchange': 'x-fanout', 'x-max-length': 2 } },
  { durable: true, arguments: { 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': 'q4' } },
  { durable: true, arguments: { 'x-dead-letter-exchange': 'x-topic', 'x-message-ttl': 0 } },
  { autoDelete: true },
  { exclusive: true },
];

type Make = (random: Random, serial: number) => Operation;
const one = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;

const publish: Make = (random, serial) => ({
  do: 'publish',
  exchange: one(random, exchanges.slice(0, random(20) === 0 ? 7 : 6)),
  key: one(random, keys),
  body: `message ${serial}`,
  options: {
    persistent: random(2) === 0,
    mandatory: random(4) === 0,
    ...(random(6) === 0 && { expiration: random(2) === 0 ? '0' : '600000' }),
    ...(random(3) === 0 && { headers: { serial, nested: { list: [1, 'a', true] } }, contentType: 'text/plain' }),
  },
});
const get: Make = (random) => ({ do: 'get', queue: one(random, queues), noAck: random(2) === 0 });
const settle: Make = (random) => {
  const all = random(4) === 0;
  const nth = random(4);
  return random(2) === 0 ? { do: 'ack', nth, all } : { do: 'nack', nth, all, requeue: random(2) === 0 };
};

/** The operations of a random client with their frequencies. */
const makers: [weight: number, make: Make][] = [
  [30, publish],
  [14, get],
  [18, settle],
  [5, (random) => ({ do: 'queue', name: one(random, queues), options: one(random, queueOptions) })],
  [
    6,
    (random) => ({
      do: 'bind',
      queue: one(random, queues),
      exchange: one(random, exchanges),
      key: one(random, patterns),
    }),
  ],
  [
    2,
    (random) => ({
      do: 'unbind',
      queue: one(random, queues),
      exchange: one(random, exchanges),
      key: one(random, patterns),
    }),
  ],
  [
    4,
    (random) => ({
      do: 'consume',
      queue: 'of this channel',
      tag: `c${random(4)}`,
      options: { noAck: random(3) === 0, exclusive: random(8) === 0 },
    }),
  ],
  [2, (random) => ({ do: 'cancel', tag: `c${random(4)}` })],
  [2, (random) => ({ do: 'prefetch', count: random(4) })],
  [5, (random) => ({ do: 'checkQueue', name: one(random, queues) })],
  [1, (random) => ({ do: 'purge', name: one(random, queues) })],
  [
    1,
    (random) => ({
      do: 'deleteQueue',
      name: one(random, queues),
      options: { ifUnused: random(2) === 0, ifEmpty: random(2) === 0 },
    }),
  ],
  [1, (random) => ({ do: 'deleteExchange', name: one(random, exchanges), options: { ifUnused: random(2) === 0 } })],
  [
    1,
    (random) => ({
      do: 'exchange',
      name: one(random, exchanges.slice(1, 4)),
      type: one(random, ['direct', 'topic', 'fanout']),
      options: { durable: true },
    }),
  ],
  [1, () => ({ do: 'recover' })],
  [1, () => ({ do: 'reopen' })],
  [1, (random) => ({ do: 'ackTag', tag: random(50) })],
];
const totalWeight = makers.reduce((sum, [weight]) => sum + weight, 0);

function makeOne(random: Random, serial: number): Operation {
  let left = random(totalWeight);
  for (const [weight, make] of makers) {
    left -= weight;
    if (left >= 0) continue;
    const on = random(3);
    const operation = make(random, serial);
    // The order of deliveries from two queues is not defined, so each channel consumes from one queue.
    return operation.do === 'consume' ? { on, ...operation, queue: `q${on}` } : { on, ...operation };
  }
  return { do: 'recover' };
}

const setup: Operation[] = [
  ...['direct', 'topic', 'fanout'].map((type): Operation => ({
    do: 'exchange',
    name: `x-${type}`,
    type,
    options: { durable: true },
  })),
  { do: 'queue', name: 'q0', options: { durable: true } },
  { do: 'queue', name: 'q4', options: { durable: true } },
  { do: 'bind', queue: 'q4', exchange: 'x-fanout', key: '' },
];

/** A random sequence of operations. */
export function randomOperations(seed: number, count: number): Operation[] {
  const next = createRandom(seed);
  const random: Random = (limit) => below(next, limit);
  return [...setup, ...Array.from({ length: count }, (_, serial) => makeOne(random, serial))];
}
