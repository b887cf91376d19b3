import { randomBytes } from 'node:crypto';
import { message, string } from '@herald/contracts';
import { connectBroker, newMessage } from './broker';
import { consumer } from './consumer';
import { deadLetters } from './dead-letters';
import { eventually } from './eventually.fixture';
import { migrateQueues, type QueueToMove } from './migrate-queues';
import { onChannel } from './on-channel.fixture';
import { consumerTopology, sharedTopology, topologyOf } from './topology';
import { wayCutAfter } from './way-cut-after.fixture';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });
const url = process.env.AMQP_URL!;

let namespace: string;
beforeEach(() => {
  namespace = `t${randomBytes(6).toString('hex')}`;
});

const topology = () => topologyOf(namespace);
const own = () => topology().queue('one', 'c');

/** As the command lists them. */
function wanted(): QueueToMove[] {
  const { queues, bindings } = sharedTopology(topology(), 'quorum');
  const shared = queues.map((queue) => {
    const [binding] = bindings.filter((one) => one.queue === queue.name);
    return { ...queue, bindings: [binding!], returnBy: binding!.exchange };
  });
  const events = { exchange: topology().events, pattern: 'greeted' };
  return [...shared, { ...consumerTopology(topology(), 'quorum', own()), bindings: [events] }];
}

const listener = (seen: string[]) =>
  consumer({ name: 'c', on: greeted, handle: async ({ name }) => void seen.push(name) });
const contentOf = (name: string) => Buffer.from(JSON.stringify(newMessage(greeted, { name })));

/** An installation with classic queues: messages for its consumer, in a retry, and dead letters. */
async function classicInstallation(count: number): Promise<string[]> {
  const broker = await connectBroker(url, { namespace, onError: () => {} });
  await broker.consume('one', listener([]), {});
  await broker.close();
  const names = (kind: string) => Array.from({ length: count }, (_, at) => `${kind}-${at}`);
  await onChannel(async (channel) => {
    const { events, retry, dead } = topology();
    for (const name of names('new')) channel.publish(events, 'greeted', contentOf(name), { persistent: true });
    for (const name of names('waiting'))
      channel.publish(retry(30), own(), contentOf(name), { persistent: true, headers: { 'x-attempt': 3 } });
    for (const name of names('dead'))
      channel.publish(dead, own(), contentOf(name), { persistent: true, headers: { 'x-reason': 'No' } });
    await channel.waitForConfirms();
  });
  return [...names('new'), ...names('waiting'), ...names('dead')];
}

/** Every message that a queue holds. */
const heldBy = (queue: string): Promise<string[]> =>
  onChannel(async (channel) => {
    const found: string[] = [];
    for (let one = await channel.get(queue); one; one = await channel.get(queue))
      found.push(JSON.parse(one.content.toString()).data.name);
    return found;
  });
const uniqueSorted = (names: string[]) => [...new Set(names)].sort();

it('moves messages, retries and dead letters to quorum queues, and they go on from there', async () => {
  const names = await classicInstallation(3);
  const moved = new Map<string, number>();
  const note = ({ queue, messages }: { queue: string; messages: number }) => void moved.set(queue, messages);
  await migrateQueues(url, namespace, wanted(), { onMoved: note });
  expect(Object.fromEntries(moved)).toEqual({
    ...Object.fromEntries(wanted().map(({ name }) => [name, 0])),
    ...{ [own()]: 3, [topology().dead]: 3, [topology().wait(30)]: 3 },
  });
  const notices: string[] = [];
  const seen: string[] = [];
  const onNotice = (line: string) => void notices.push(line);
  const broker = await connectBroker(url, { namespace, queueType: 'quorum', onNotice, onError: () => {} });
  await broker.consume('one', listener(seen), {});
  const letters = await deadLetters(url, namespace);
  expect(await letters.list()).toMatchObject(Array(3).fill({ queue: own(), reason: 'No' }));
  await letters.redrive();
  await broker.publish(newMessage(greeted, { name: 'later' }));
  await eventually(() => uniqueSorted(seen).length === names.length + 1);
  expect(uniqueSorted(seen)).toEqual([...names, 'later'].sort());
  expect(notices).toEqual([]);
  // Once more: nothing is left to do.
  await letters.close();
  await broker.close();
  await migrateQueues(url, namespace, wanted(), { onMoved: ({ messages }) => expect(messages).toBe(0) });
});

it('refuses while a consumer is attached, and while another one runs', async () => {
  await classicInstallation(1);
  const broker = await connectBroker(url, { namespace, onError: () => {} });
  await broker.consume('one', listener([]), {});
  const run = () => migrateQueues(url, namespace, wanted());
  await expect(run()).rejects.toThrow(`Stop the services first; they consume from ${own()}`);
  await broker.close();
  const results = await Promise.allSettled([run(), run()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { reason } = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(reason.message).toBe('Another migration is running');
});

it('loses nothing wherever it dies, while messages are published', async () => {
  const names = await classicInstallation(8);
  const published: string[] = [];
  let isDone = false;
  const publishing = onChannel(async (channel) => {
    for (; !isDone; await new Promise((resolve) => setTimeout(resolve, 200))) {
      const name = `meanwhile-${published.length}`;
      channel.publish(topology().events, 'greeted', contentOf(name), { persistent: true });
      await channel.waitForConfirms();
      published.push(name);
    }
  });
  let deaths = 0;
  for (let bytes = 700; !isDone; bytes += 1_500) {
    const way = await wayCutAfter(bytes);
    await migrateQueues(way.url, namespace, wanted(), { settleMs: 50 }).then(
      () => (isDone = true),
      () => deaths++,
    );
    way.close();
  }
  await publishing;
  expect(deaths).toBeGreaterThan(5);
  await migrateQueues(url, namespace, wanted());
  expect(uniqueSorted(await heldBy(topology().dead))).toEqual(names.filter((name) => name.startsWith('dead')).sort());
  const others = [...(await heldBy(own())), ...(await heldBy(topology().wait(30)))];
  expect(uniqueSorted(others)).toEqual([...names.filter((name) => !name.startsWith('dead')), ...published].sort());
}, 300_000);
