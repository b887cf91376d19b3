import { randomBytes } from 'node:crypto';
import { message, string, type Message } from '@herald/contracts';
import { currentRequestId, withRequestId } from '@herald/tracing';
import { connect } from 'amqplib';
import { connectBroker, newMessage, type Broker } from './broker';
import { RetryAfter, consumer } from './consumer';
import { deadLetters } from './dead-letters';
import { eventually } from './eventually.fixture';
import type { Handled } from './subscribe';
import { topologyOf } from './topology';

/** Messages of one moment share a message of the broker, and are handled as if each came alone. */
const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'], isGathered: true });

let namespace: string;
let broker: Broker;
let handled: Handled[];
beforeEach(async () => {
  namespace = `t${randomBytes(6).toString('hex')}`;
  handled = [];
  const onHandled = (one: Handled) => void handled.push(one);
  broker = await connectBroker(process.env.AMQP_URL!, { namespace, onHandled, onError: () => {} });
});
afterEach(() => broker.close());

const greet = (...names: string[]) =>
  Promise.all(
    names.map((name) =>
      withRequestId(`request-${name}`, () => broker.publish(newMessage(greeted, { name }), { isGathered: true })),
    ),
  );
const outcomes = () => handled.map(({ outcome }) => outcome).sort();

/** Gives a queue of its own to a foreign reader, and what arrives there. */
async function spy() {
  const connection = await connect(process.env.AMQP_URL!);
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, topologyOf(namespace).events, 'greeted');
  const seen: (Message & { messages?: { message: Message }[] })[] = [];
  await channel.consume(queue, (one) => void seen.push(JSON.parse(one!.content.toString())), { noAck: true });
  return { seen, close: () => connection.close() };
}

it('sends those of one turn together, one that comes alone as it is, and long ones apart', async () => {
  const { seen, close } = await spy();
  await greet('Ada', 'Bob', 'Eve');
  await greet('Zoe');
  await greet('x'.repeat(40_000), 'y'.repeat(40_000));
  await eventually(() => seen.length === 4);
  const namesOf = ({ messages = [] }: (typeof seen)[0]) => messages.map((one) => (one.message.data as never)['name']);
  expect([seen[0]!.type, seen[0]!.version, namesOf(seen[0]!)]).toEqual(['greeted', 2, ['Ada', 'Bob', 'Eve']]);
  expect(seen.slice(1).map(({ version }) => version)).toEqual([1, 1, 1]);
  expect(seen[1]!.data).toEqual({ name: 'Zoe' });
  await close();
});

it('handles each under the request id of its sender, beside those of earlier senders', async () => {
  const seen: [string, string | undefined][] = [];
  const handle = async ({ name }: { name: string }) => void seen.push([name, currentRequestId()]);
  await broker.consume('one', consumer({ name: 'c', on: greeted, prefetch: 1, handle }), {});
  await greet('Ada', 'Bob');
  await broker.publish(newMessage(greeted, { name: 'Old' }));
  await eventually(() => handled.length === 3);
  expect(seen.slice(0, 2)).toEqual([
    ['Ada', 'request-Ada'],
    ['Bob', 'request-Bob'],
  ]);
  expect(seen[2]![0]).toBe('Old');
});

it('repeats those that fail alone, with what is left of those that are postponed', async () => {
  const seen: string[] = [];
  const handle = async ({ name }: { name: string }) => {
    seen.push(name);
    if (name === 'Bob' && seen.filter((one) => one === name).length === 1) throw new Error('Not yet');
    if (name === 'Eve') throw new RetryAfter(1, { name: 'the rest' });
  };
  await broker.consume('one', consumer({ name: 'c', on: greeted, handle }), {});
  await greet('Ada', 'Bob', 'Eve');
  await eventually(() => handled.length === 5);
  expect(outcomes()).toEqual(['done', 'done', 'done', 'later', 'retried']);
  expect(seen.sort()).toEqual(['Ada', 'Bob', 'Bob', 'Eve', 'the rest']);
});

it('makes a dead letter of the one that no try can handle', async () => {
  const seen: string[] = [];
  const handle = async ({ name }: { name: string }) => void seen.push(name);
  await broker.consume('one', consumer({ name: 'c', on: greeted, handle }), {});
  const [bad, good] = [newMessage(greeted, {} as never), newMessage(greeted, { name: 'Ada' })];
  await Promise.all([bad, good].map((one) => broker.publish(one, { isGathered: true })));
  await eventually(() => handled.length === 2);
  expect([outcomes(), seen]).toEqual([['dead', 'done'], ['Ada']]);
  const letters = await deadLetters(process.env.AMQP_URL!, namespace);
  const reason = 'The message does not fit its schema: name (any.required)';
  expect(await letters.list()).toMatchObject([{ id: bad.id, type: 'greeted', reason }]);
  await letters.close();
});

it.each([
  ['{"version":2,"messages":[]}', 1],
  ['{"version":2,"messages":["Ada"]}', 1],
  ['{"version":2,"messages":{"length":1}}', 1],
  ['{"version":2,"messages":[{"message":1},{"message":null}]}', 2],
  ['{"version":2,"messages":[{"message":1,"trace":null},{"message":2,"trace":"00"}]}', 2],
])('refuses %s of another sender', async (content, count) => {
  const other = consumer({ name: 'c', on: greeted, handle: () => Promise.reject(new Error('Not this one')) });
  await broker.consume('one', other, {});
  const connection = await connect(process.env.AMQP_URL!);
  const channel = await connection.createConfirmChannel();
  channel.publish(topologyOf(namespace).events, 'greeted', Buffer.from(content));
  await channel.waitForConfirms();
  await connection.close();
  await eventually(() => handled.length === count);
  expect(outcomes()).toEqual(Array.from({ length: count }, () => 'dead'));
});
