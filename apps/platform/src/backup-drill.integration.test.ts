import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { services, type ServiceName } from '@herald/contracts';
import {
  campaignOver,
  eventually,
  fillDevices,
  startInstallation,
  targetCounts,
  type Installation,
  type StartCampaign,
} from '@herald/testing';

/** All databases and files are lost in the middle of a campaign, and an earlier backup of one moment is restored. */
const names = Object.keys(services) as ServiceName[];
const root = join(__dirname, '../../..');
const builtIn = join(root, 'dist', `drill-${randomBytes(4).toString('hex')}`);
const devices = 3_000;
const rate = 300;
const files = '/chronos/v1/file_registers';

type Documents = { _id: unknown }[];
type Backup = Map<string, Documents>;
type Totals = { accepted: number; tokens: number; repeated: number };

let folder: string;
let herald: Installation;
let send: StartCampaign;

beforeAll(async () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', '--into', builtIn, 'platform'], { cwd: root });
  folder = mkdtempSync(join(tmpdir(), 'herald-drill-'));
  herald = await startInstallation({
    programs: { all: names },
    mongoUrl: process.env.MONGO_URL!,
    amqpUrl: process.env.AMQP_URL!,
    simulatorArgs: ['--latency', '100'],
    builtIn,
    env: { STORAGE_URL: pathToFileURL(join(folder, 'files')).href, SAPIEN_WARM: 'false' },
  });
  await fillDevices(herald, devices);
  send = await campaignOver(herald);
}, 300_000);

afterAll(async () => {
  await herald?.stop();
  for (const one of [builtIn, folder]) if (one) rmSync(one, { recursive: true, force: true });
});

const all = () => herald.programs[0]!;
const totals = () => herald.simulators.ask('GET /_dev/push/totals') as Promise<Totals>;
const createCompany = async (name: string): Promise<number> =>
  (await herald.to('company')('POST /company/api/v2/company', { body: { name, identified_by: 'email' } })).body.company
    .id;

async function upload(name: string): Promise<void> {
  const form = new FormData();
  form.set('company_id', '1');
  form.set('file', new File([name], `${name}.txt`));
  expect((await herald.to('chronos')(`POST ${files}`, { form })).status).toBe(201);
}

/** Databases and files as they are at one moment: no process of ours writes meanwhile. */
async function backUp(): Promise<Backup> {
  all().process.child.kill('SIGSTOP');
  const backup: Backup = new Map();
  for (const name of names)
    for (const { name: collection } of await herald.database(name).listCollections())
      backup.set(`${name} ${collection}`, await herald.database(name).collection(collection).find({}).toArray());
  cpSync(join(folder, 'files'), join(folder, 'backup'), { recursive: true });
  all().process.child.kill('SIGCONT');
  return backup;
}

/** The broker keeps the messages of the time after the backup. */
async function loseAndRestore(backup: Backup): Promise<void> {
  await all().kill();
  for (const name of names) await herald.database(name).dropDatabase();
  rmSync(join(folder, 'files'), { recursive: true });
  cpSync(join(folder, 'backup'), join(folder, 'files'), { recursive: true });
  for (const [key, documents] of backup) {
    const [name, collection] = key.split(' ') as [ServiceName, string];
    if (documents.length > 0)
      await herald
        .database(name)
        .collection(collection)
        .insertMany(documents as never);
  }
}

it('ends the campaign, counts every device, and repeats no push but those after the backup', async () => {
  await createCompany('before');
  await upload('before');
  const uuid = await send({ rate });
  await eventually(async () => (await totals()).accepted > devices / 4);
  // A push in flight at the backup has no record in it either.
  const before = (await totals()).accepted;
  const backup = await backUp();
  await createCompany('after');
  await upload('after');
  await eventually(async () => (await totals()).accepted > devices / 2);
  await loseAndRestore(backup);
  const { accepted } = await totals();
  await all().restart();

  const read = async () => (await herald.to('campaigns')(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data;
  await eventually(async () => (await read()).terminated, 400_000);
  expect((await read()).statistics).toMatchObject({ total: devices, pending: 0, fails: 0, sended: devices });
  expect(await targetCounts(herald.database('campaigns') as never, uuid)).toEqual({
    ...{ total: devices, pending: 0, fails: 0, sended: devices },
  });
  const { tokens, repeated } = await totals();
  process.stdout.write(`${before} pushes before the backup, ${accepted} before the loss, ${repeated} sent again\n`);
  expect(tokens).toBe(devices);
  const recordsLost = 400 + 256;
  expect(repeated).toBeLessThanOrEqual(accepted - before + recordsLost);
  await expectSound();
}, 600_000);

async function expectSound(): Promise<void> {
  for (const name of names)
    await eventually(async () => (await herald.database(name).collection('outbox').countDocuments({})) === 0);
  const companies = await herald.database('company').collection('companies').find({}).toArray();
  expect(companies.map(({ name }) => name as string)).toEqual(['Bench', 'before']);
  expect(await createCompany('new')).toBeGreaterThan(Math.max(...companies.map(({ id }) => id as number)));
  const { data } = (await herald.to('chronos')(`GET ${files}`)).body as { data: { uuid: string; name: string }[] };
  expect(data.map(({ name }) => name)).toEqual(['before.txt']);
  for (const { uuid } of data) expect((await herald.to('chronos')(`GET ${files}/${uuid}/content`)).body).toBe('before');
}
