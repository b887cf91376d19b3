import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message, string } from '@herald/contracts';
import { connectBroker, newMessage, type Broker } from './broker';
import { consumer } from './consumer';
import { eventually } from './eventually.fixture';

/** A RabbitMQ whose limits are small: it closes channels for a slow acknowledgement and for a large message. */
const root = join(__dirname, '../../..');
const rabbitmq = (...args: string[]) =>
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/rabbitmq.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });

let dir: string;
let broker: Broker;
let errors: unknown[];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'herald-rabbitmq-'));
  const limits = '{channel_tick_interval, 1000}, {consumer_timeout, 2000}, {max_message_size, 100000}';
  writeFileSync(
    join(dir, 'advanced.config'),
    `[{rabbit, [${limits}]}].
`,
  );
  const url = rabbitmq('start', dir);
  errors = [];
  const namespace = `t${randomBytes(6).toString('hex')}`;
  broker = await connectBroker(url, { namespace, onError: (error) => void errors.push(error) });
});
afterAll(async () => {
  await broker?.close();
  rabbitmq('stop', dir);
  rmSync(dir, { recursive: true, force: true });
});

it('goes on handling after the broker closed the channel of a handler that took too long', async () => {
  const seen: string[] = [];
  const slow = consumer({
    name: 'slow',
    on: greeted,
    timeoutSeconds: 20,
    async handle({ name }) {
      seen.push(name);
      if (seen.length === 1) await new Promise((resolve) => setTimeout(resolve, 15_000));
    },
  });
  await broker.consume('one', slow, {});
  await broker.publish(newMessage(greeted, { name: 'first' }));
  await eventually(() => errors.some((error) => /timeout|timed out/i.test(String(error))));
  await broker.publish(newMessage(greeted, { name: 'second' }));
  await eventually(() => seen.includes('second') && seen.filter((name) => name === 'first').length > 1);
});

it('goes on publishing after the broker refused a message that is too large for it', async () => {
  const large = newMessage(greeted, { name: 'x'.repeat(200_000) });
  await expect(broker.publish(large)).rejects.toThrow('The broker did not accept the message');
  await eventually(() => broker.publish(newMessage(greeted, { name: 'small' })).then(() => true));
  expect(broker.ready()).toBe(true);
});
