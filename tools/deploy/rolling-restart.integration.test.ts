import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { services, type ServiceName } from '@herald/contracts';
import {
  campaignOver,
  eventually,
  fillDevices,
  freePort,
  startInstallation,
  type Installation,
  type StartCampaign,
} from '@herald/testing';
import { loggedBy, startGateway, type Gateway } from './gateway';
import { keepAliveSeconds } from './nginx-services';
import { readyBalancer, type ReadyBalancer } from './ready-balancer';
import {
  contentOf,
  phonesBundle,
  singleCoreId,
  startLoad,
  type Answer,
  type Ask,
  type Load,
  type WriteKind,
} from './rolling-load';

/**
 * Two processes of every service behind the gateway, which knows both; calls between services go through a balancer, as
 * on a cluster. All are restarted, first one of each, then the other, under load and during campaigns: ROUNDS=10 for
 * more than one round.
 */
const rounds = Number(process.env.ROUNDS ?? 1);
const names = Object.keys(services) as ServiceName[];
/** The services that share a process: fewer processes ask less of the machine, and each service still has two. */
const groups: Record<string, ServiceName[]> = {
  people: ['company', 'core-idp', 'identification', 'channels'],
  search: ['index', 'message-persistance', 'audit', 'events'],
  sending: ['campaigns', 'notifications', 'chronos', 'sapien'],
};
const groupOf = (name: ServiceName) => Object.keys(groups).find((group) => groups[group]!.includes(name))!;
const drainSeconds = 2 * keepAliveSeconds + 2;
const devices = 2_000;
/** Spans a round. */
const rate = 80;
const root = join(__dirname, '../..');
const builtIn = join(root, 'dist', `rolling-${randomBytes(4).toString('hex')}`);
const tokenOf = (number: number) => `rolling-${number}`;

let balancers: Map<ServiceName, ReadyBalancer>;
let herald: Installation;
let gateway: Gateway;
let sendCampaign: StartCampaign;

beforeAll(async () => {
  const build = ['--import', 'tsx', 'tools/build.ts', '--production', '--into', builtIn, 'platform'];
  execFileSync(process.execPath, build, { cwd: root });
  balancers = new Map();
  for (const name of names) balancers.set(name, await readyBalancer());
  const urls = names.map((name) => [`${name.toUpperCase().replaceAll('-', '_')}_URL`, balancers.get(name)!.url]);
  const twice = Object.entries(groups).flatMap(([name, list]) => [1, 2].map((at) => [`${name} ${at}`, list] as const));
  herald = await startInstallation({
    programs: Object.fromEntries(twice),
    mongoUrl: process.env.MONGO_URL!,
    amqpUrl: process.env.AMQP_URL!,
    simulatorArgs: ['--latency', '200'],
    builtIn,
    env: { ...Object.fromEntries(urls), DRAIN_SECONDS: String(drainSeconds), SAPIEN_WARM: 'false' },
  });
  for (const name of names) balancers.get(name)!.leadTo(programsOf(name).map(({ url }) => url));
  gateway = await startGateway(await freePort(), (name) =>
    programsOf(name).map(({ url }) => Number(new URL(url).port)),
  );
  await fillDevices(herald, devices, { tokenOf });
  await fillDevices(herald, 0, { app: phonesBundle });
  sendCampaign = await campaignOver(herald);
}, 600_000);

afterAll(async () => {
  await gateway?.running.end();
  await herald?.stop();
  for (const balancer of balancers.values()) balancer.stop();
  for (const folder of [builtIn, gateway?.folder]) if (folder) rmSync(folder, { recursive: true, force: true });
});

const programsOf = (name: ServiceName) => herald.programs.filter((program) => program.name.startsWith(groupOf(name)));

const ask: Ask = async (methodAndPath, { json, form, key } = {}) => {
  const [method, path] = methodAndPath.split(' ') as [string, string];
  const requestId = randomUUID();
  const headers = {
    authorization: `Bearer ${herald.token()}`,
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    'x-request-id': requestId,
  };
  const body = form ?? (json && JSON.stringify(json));
  return fetch(gateway.url + path, { method, headers, body }).then(
    async (answer): Promise<Answer> => ({ status: answer.status, body: await answer.text(), requestId }),
    (error: Error) => ({ status: 0, body: String(error.cause ?? error), requestId }),
  );
};

/** Stops one of the two processes of every service and starts it again, as an update of all services does. */
async function restart(at: 1 | 2): Promise<void> {
  const programs = herald.programs.filter(({ name }) => name.endsWith(` ${at}`));
  const codes = await Promise.all(programs.map((program) => program.process.end()));
  expect(codes).toEqual(programs.map(() => 0));
  for (const program of programs) await program.restart();
}

it(
  `answers every request, loses nothing and does nothing twice in ${rounds} rounds`,
  async () => {
    const load = startLoad(ask);
    const campaigns: string[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        campaigns.push(await sendCampaign({ rate }), await sendCampaign());
        await restart(1);
        await restart(2);
      }
    } finally {
      await load.end();
    }
    const figures = `${rounds} rounds, ${herald.programs.length * rounds} restarts, answers ${JSON.stringify(load.answers)}`;
    process.stdout.write(`${figures}\n`);
    const atGateway = loggedBy(gateway).filter(({ request_id: id }) =>
      load.wrong.some((one) => one.includes(String(id))),
    );
    expect({ wrong: load.wrong, atGateway }).toEqual({ wrong: [], atGateway: [] });
    await expectStored(load);
    await expectCampaignsSent(campaigns, load);
  },
  900_000 + rounds * 120_000,
);

/** Where what was written lies, and the field of its name. */
const places: Partial<Record<WriteKind, [ServiceName, string, string]>> = {
  company: ['company', 'companies', 'name'],
  channels: ['channels', 'core_feeds', 'name'],
  'core-idp': ['core-idp', 'register_types', 'name'],
  'message-persistance': ['message-persistance', 'segments', 'name'],
  identification: ['identification', 'devices', 'core_id'],
  chronos: ['chronos', 'file_registers', 'name'],
  'chronos with a key': ['chronos', 'file_registers', 'name'],
};

async function storedNames(service: ServiceName, collection: string, field: string, kind: string): Promise<string[]> {
  const rows = await herald.database(service).collection(collection).find({}).toArray();
  const found = rows.map((row) => String(row[field]).replace(/\.bin$/, ''));
  const start = new RegExp(`^${kind.replaceAll(' ', '-')}-[0-9a-f]{8}-`);
  return found.filter((name) => start.test(name)).sort();
}

async function expectStored({ acknowledged }: Load): Promise<void> {
  for (const [kind, place] of Object.entries(places)) {
    const names = acknowledged[kind as WriteKind].toSorted();
    expect(names.length).toBeGreaterThan(0);
    expect([kind, await storedNames(...place, kind)]).toEqual([kind, names]);
  }
  const indexed = () => storedNames('index', 'devices', 'core_id', 'identification');
  await eventually(async () => (await indexed()).length === acknowledged.identification.length);
  expect(await indexed()).toEqual(acknowledged.identification.toSorted());
  for (const application of acknowledged.audit) {
    const { body } = await ask('POST /audit/api/v1/audit/search', { json: { application } });
    expect(JSON.parse(body)).toMatchObject({ total: 1 });
  }
  await expectFiles(acknowledged);
  const logged = { service: 'company', resource: 'Company', result: true };
  const records = () => herald.database('events').collection('service_events').countDocuments(logged);
  // And the company of the audience.
  await eventually(async () => (await records()) === acknowledged.company.length + 1);
}

async function expectFiles(acknowledged: Load['acknowledged']): Promise<void> {
  const files = await herald.database('chronos').collection('file_registers').find({}).toArray();
  for (const name of [...acknowledged.chronos, ...acknowledged['chronos with a key']]) {
    const { uuid } = files.find((file) => file.name === `${name}.bin`)!;
    const address = `${gateway.url}/chronos/v1/file_registers/${String(uuid)}/content`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${herald.token()}` } });
    expect(contentOf(name).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  }
}

async function expectCampaignsSent(uuids: string[], { acknowledged }: Load): Promise<void> {
  for (const uuid of uuids) {
    const read = async () => JSON.parse((await ask(`GET /campaigns/api/v1/campaign/${uuid}`)).body).data;
    await eventually(async () => (await read()).terminated, 180_000);
    expect((await read()).statistics).toMatchObject({ total: devices, pending: 0, fails: 0, sended: devices });
  }
  const counts = (await herald.simulators.ask('GET /_dev/push/counts')) as Record<string, number>;
  const single = tokenOf(Number(singleCoreId.slice(-12)));
  const expected = Array.from({ length: devices }, (_, number) => [tokenOf(number), uuids.length] as const);
  expect(counts).toEqual({
    ...Object.fromEntries(expected),
    [single]: uuids.length + acknowledged.notifications.length,
  });
}
