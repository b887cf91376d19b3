import { randomBytes } from 'node:crypto';
import { message, string, type Message } from '@herald/contracts';
import { BrokerDown, MessageTooLarge } from '@herald/messaging';
import { connectDatabase, type DatabaseServer, type Model } from '@herald/persistence';
import { createLogger } from './logger';
import { outbox, type OutboxMessage } from './outbox.model';
import { emitter, relayJob } from './outbox';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });

let databases: DatabaseServer;
let Outbox: Model<OutboxMessage>;
beforeAll(async () => {
  databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 4 });
  Outbox = outbox.model(databases.database(`t${randomBytes(6).toString('hex')}_outbox`));
  await Outbox.createIndexes();
});
afterEach(() => Outbox.deleteMany({}));
afterAll(async () => {
  await Outbox.db.dropDatabase();
  await databases.close();
});

/** The depths that runs reported. */
const depths: number[] = [];
const relayBy = (publish: (message: Message) => Promise<void>) =>
  relayJob({ publish, ready: () => true }, Outbox, createLogger('silent'), (depth) => void depths.push(depth));
const run = (publish: (message: Message) => Promise<void>) => relayBy(publish).run({}, new AbortController().signal);
const nameOf = ({ data }: Message) => (data as { name: string }).name;
const fill = async (names: string[]) => {
  const emit = emitter({ publish: async () => Promise.reject(new BrokerDown('No')) }, Outbox, () => {});
  for (const name of names) await emit(greeted, { name });
};
/** Messages of an earlier version lack due_at. */
const makeDue = () => Outbox.updateMany({}, { $unset: { due_at: 1 } });

it('relays all other messages when the broker refuses one and closes the channel', async () => {
  await fill(['first', 'poison', 'third']);
  const published: string[] = [];
  let isOpen = true;
  // A refusal closes the channel: everything in flight fails as well.
  const publish = async (message: Message) => {
    const name = nameOf(message);
    await new Promise((resolve) => setTimeout(resolve, name === 'poison' ? 10 : 30));
    if (name === 'poison') isOpen = false;
    if (!isOpen) throw new BrokerDown('The channel was closed');
    published.push(name);
  };
  await run(publish);
  expect(published).toEqual([]);
  isOpen = true;
  await makeDue();
  await run(async (message) => {
    isOpen = true;
    await publish(message);
  });
  expect(published).toEqual(['first', 'third']);
  const [left, ...others] = await Outbox.find().lean();
  expect(others).toEqual([]);
  expect(left).toMatchObject({ tries: 2, message: { data: { name: 'poison' } } });
  expect(left!.due_at!.getTime()).toBeGreaterThan(Date.now());
});

it('does not retry a message before it is due', async () => {
  await fill(['poison']);
  let attempts = 0;
  const refuse = async () => {
    attempts++;
    throw new BrokerDown('No');
  };
  await run(refuse);
  await run(refuse);
  expect(attempts).toBe(1);
});

it('relays at once what was stored before the clock was set back by an hour', async () => {
  await fill(['first', 'second']);
  const hourAhead = new Date(Date.now() + 3_600_000);
  await Outbox.updateMany({}, { $set: { saved_at: hourAhead, due_at: hourAhead } });
  const published: string[] = [];
  await run(async (message) => {
    if (nameOf(message) === 'first') throw new BrokerDown('No');
    published.push(nameOf(message));
  });
  expect(published).toEqual(['second']);
  // The one that failed has its delay by the new clock.
  const [left] = await Outbox.find().lean();
  expect(left!.due_at!.getTime()).toBeLessThan(hourAhead.getTime() - 1_800_000);
});

it('rejects a message that is too large, and does not store it', async () => {
  const publish = async () => Promise.reject(new MessageTooLarge('greeted', 2_000_000, 1_048_576));
  await expect(emitter({ publish }, Outbox, () => {})(greeted, { name: 'x' })).rejects.toThrow(MessageTooLarge);
  expect(await Outbox.countDocuments()).toBe(0);
});

it('reports how many messages are left, and none where another process relays', async () => {
  await fill(['first', 'second', 'third']);
  const publish = async (message: Message) => {
    if (nameOf(message) === 'second') throw new BrokerDown('No');
  };
  await run(publish);
  expect(depths.at(-1)).toBe(1);
  relayBy(publish).onStandBy!({});
  expect(depths.at(-1)).toBe(0);
});
