import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { message, string } from '@herald/contracts';
import { proxyOf, type HalfOpenProxy } from '@herald/fault-proxy';
import { connectBroker, newMessage, type Broker } from './broker';
import { waitForBroker } from './wait-for-broker';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });
type Proxy = HalfOpenProxy & { url: string };

let proxies: Proxy[];
let broker: Broker | undefined;
let notices: string[];
beforeEach(() => {
  [proxies, notices, broker] = [[], [], undefined];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await broker?.close();
  for (const proxy of proxies) proxy.stop();
});

async function proxy(): Promise<Proxy> {
  const opened = await proxyOf(process.env.AMQP_URL!);
  proxies.push(opened);
  return opened;
}

async function expectStart(urls: string): Promise<void> {
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const onNotice = (line: string) => void notices.push(line);
  broker = await connectBroker(urls, { namespace, onNotice, onError: () => {} });
  expect(broker.ready()).toBe(true);
  await broker.publish(newMessage(greeted, { name: 'at last' }));
}

it('waits for a broker that is still starting', async () => {
  const node = await proxy();
  node.refuse();
  await Promise.all([expectStart(node.url), sleep(3_000).then(node.restore)]);
  const line = `^AMQP_URL: no broker answers yet \\(connect ECONNREFUSED ${node.host}\\); the start tries for \\d+ s more$`;
  expect(notices[0]).toMatch(new RegExp(line));
});

it('waits for a broker that accepts and does not answer yet', async () => {
  const node = await proxy();
  node.silence();
  await Promise.all([expectStart(node.url), sleep(7_000).then(node.restore)]);
  expect(notices[0]).toMatch(/^AMQP_URL: no broker answers yet \(.+\); the start tries for \d+ s more$/);
});

it('starts at the next node where the first ones are down or silent', async () => {
  const nodes = [await proxy(), await proxy(), await proxy()];
  nodes[0]!.refuse();
  nodes[1]!.silence();
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await expectStart(nodes.map(({ url }) => url).join(','));
  expect(notices).toEqual([]);
});

it('fails at once where the broker refuses the password', async () => {
  const text = 'Handshake terminated by server: 403 (ACCESS-REFUSED) with message "ACCESS_REFUSED - Login was refused"';
  const refused = Promise.reject(new Error(text));
  await expect(
    waitForBroker(
      () => refused,
      (line) => void notices.push(line),
    ),
  ).rejects.toThrow(text);
  expect(notices).toEqual([]);
});
