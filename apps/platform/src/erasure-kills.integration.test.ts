import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { services, type ServiceName } from '@herald/contracts';
import {
  bundle,
  downloadArchive,
  eventually,
  fillDevices,
  startInstallation,
  subjectRequests,
  type Installation,
} from '@herald/testing';
import { builtPlatform } from './built-platform.fixture';

/**
 * All services are killed in the middle of a person's request; it ends, and nothing is half done. A kill in the wrong
 * moment costs the 30 seconds after which services are asked again: `KILLS=20` tries more of them.
 */
const kills = Number(process.env.KILLS ?? 7);
/** A request takes about this long: the kills are spread over it. */
const spanMs = 800;
const names = Object.keys(services) as ServiceName[];
const phonesOf = (person: number) => [`phone-a-${person}.`, `phone-b-${person}.`];
const dniOf = (person: number) => String(20_000_000 + person);

jest.setTimeout(600_000);

const platform = builtPlatform();
let folder: string;
let herald: Installation;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'herald-kills-'));
  herald = await startInstallation({
    programs: { platform: names },
    mongoUrl: process.env.MONGO_URL!,
    amqpUrl: process.env.AMQP_URL!,
    env: { STORAGE_URL: pathToFileURL(folder).href, SAPIEN_WARM: 'false' },
  });
  await fillDevices(herald, 0);
});
afterAll(async () => {
  await herald?.stop();
  rmSync(folder, { recursive: true, force: true });
  platform.clean();
});

const stored = (service: ServiceName, collection: string) => herald.database(service).collection(collection);

async function register(person: number): Promise<void> {
  for (const core_id of phonesOf(person)) {
    const app = { bundle_id: bundle, version: '1', push_token: `token-${core_id}` };
    const who = { dni: dniOf(person), name: `Ana ${person}`, email: `ana-${person}@example.com` };
    const body = { core_id, company_id: 1, characteristics: {}, app, person: who };
    const { status } = await herald.to('identification')('POST /identification/api/v1/device', { body });
    expect(status).toBe(201);
  }
  const own = { core_id: { $in: phonesOf(person) } };
  await eventually(async () => (await stored('notifications', 'push_tokens').countDocuments(own)) === 2);
  await eventually(async () => (await stored('index', 'devices').countDocuments(own)) === 2);
}

const requests = () => subjectRequests(herald.to('identification'));
const ask = (kind: 'access' | 'erase', person: number) => requests().begin(kind, { dni: dniOf(person) });
const ended = (uuid: string) => requests().done(uuid, 180_000);

/** Where anything of the person is left. */
async function placesOf(person: number): Promise<string[]> {
  const values = [dniOf(person), `ana-${person}@`, ...phonesOf(person)];
  const places: string[] = [];
  for (const service of names)
    for (const { name } of await herald.database(service).listCollections()) {
      const rows = await stored(service, name).find().toArray();
      const isNamed = rows.some((row) => values.some((value) => JSON.stringify(row).includes(value)));
      if (isNamed) places.push(`${service}.${name}`);
    }
  return places;
}

it(`ends ${kills} erasures and copies whose processes are killed`, async () => {
  const [all] = herald.programs;
  for (let person = 0; person < kills; person++) {
    await register(person);
    const kind = person % 4 === 3 ? 'access' : 'erase';
    const uuid = await ask(kind, person);
    await sleep((person * spanMs) / kills);
    await all!.kill();
    await all!.restart();
    const { file } = await ended(uuid);
    if (kind === 'access') {
      const text = [...(await downloadArchive(file)).values()].join();
      expect(text).toContain(phonesOf(person)[1]);
      await ended(await ask('erase', person));
    }
    expect([person, await placesOf(person)]).toEqual([person, []]);
  }
});
