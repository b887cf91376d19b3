import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStorage, type Storage } from '@herald/storage';
import { startForTest, type Tested } from '@herald/testing';
import { chronosDeps, type ChronosDeps } from './deps';
import { storageKey } from './file-register.model';
import { removeAbandoned } from './remove-abandoned.job';
import { service } from './service';

const files = '/chronos/v1/file_registers';
let herald: Tested;
let storage: Storage;
let deps: ChronosDeps;
beforeAll(async () => {
  herald = await startForTest(service, { CHRONOS_QUOTA_MB: '1' });
  storage = await openStorage(herald.env.STORAGE_URL!);
  const settings = { CHRONOS_QUOTA_MB: 1 };
  deps = chronosDeps({ database: herald.database('chronos'), storage, settings } as never);
});
afterAll(() => herald?.stop());

const run = () => removeAbandoned.run(deps, new AbortController().signal);

async function upload(bytes: number, company_id = '1', path = `POST ${files}`) {
  const form = new FormData();
  if (path.startsWith('POST')) form.set('company_id', company_id);
  form.set('file', new Blob([Buffer.alloc(bytes, 'x')]), 'x.bin');
  return herald.as()(path, { form });
}

async function abandon(file_uuid: string, { ageMs = 2 * 3_600_000, bytes = 5, company_id = '1' } = {}) {
  const names = { file_uuid, upload: randomUUID() };
  const temp = join(storage.tempDir, randomUUID());
  await writeFile(temp, 'hello');
  await storage.keep(storageKey(names), temp);
  const begun_at = new Date(Date.now() - ageMs);
  await deps.Upload.create({ _id: storageKey(names), company_id, ...names, bytes, begun_at });
  return names;
}
const isStored = async (names: { file_uuid: string; upload: string }) => {
  const found = await storage.read(storageKey(names));
  found?.content.destroy();
  return found !== undefined;
};

it('removes bytes of no version, and keeps an upload in progress', async () => {
  const old = await abandon(randomUUID());
  const young = await abandon(randomUUID(), { ageMs: 1_000 });
  await run();
  expect([await isStored(old), await isStored(young)]).toEqual([false, true]);
  expect(await deps.Upload.countDocuments()).toBe(1);
});

it('removes a version of an unregistered file, and completes one of a registered file', async () => {
  const { uuid } = (await upload(10)).body.data as { uuid: string };
  const row = {
    version: 2,
    name: 'y.bin',
    bytes: 5,
    folder: '',
    tags: {},
    type: 'x',
    sha256: 'x',
    created_at: new Date(),
  };
  const lost = await abandon(randomUUID());
  await deps.FileVersion.create({ ...lost, ...row, version: 1 });
  const next = await abandon(uuid);
  await deps.FileVersion.create({ ...next, ...row });
  await run();
  expect([await isStored(lost), await isStored(next)]).toEqual([false, true]);
  expect(await deps.FileVersion.countDocuments({ upload: lost.upload })).toBe(0);
  expect((await herald.as()(`GET ${files}/${uuid}`)).body.data).toMatchObject({ name: 'y.bin', size: '5 B' });
});

it('limits each company to its quota, and returns the bytes of abandoned uploads', async () => {
  expect((await upload(700_000, '7')).status).toBe(201);
  const refused = await upload(700_000, '7');
  expect([refused.status, refused.body.errors]).toEqual([422, { file: ['exceeds the storage quota of the company'] }]);
  expect((await upload(700_000, '8')).status).toBe(201);
  await abandon(randomUUID(), { company_id: '7', bytes: 600_000 });
  await run();
  expect((await upload(700_000, '7')).status).toBe(201);
});
