import { writeFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type Tested } from '@herald/testing';
import {
  pendingUploads,
  credentialsPath,
  storedPictures,
  picture,
  createReading,
  send,
  startSapien,
} from '../start-sapien.fixture';

let herald: Tested;
afterEach(() => herald?.stop());

const day = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const collection = (name: string) => herald.database('sapien').collection(name);
const sides = async () => ({ company_id: '1', front_image: await picture(1), back_image: await picture(2) });

/** Starts the service again with the data of the first one. */
async function restarted(settings: Record<string, string> = {}): Promise<Tested> {
  await collection('leases').deleteMany({});
  return startSapien(async () => createReading(), { ...herald.env, ...settings });
}

it('removes credentials and their pictures after the retention time', async () => {
  herald = await startSapien(async () => createReading());
  const [expired, current] = [await send(herald, await sides()), await send(herald, await sides())];
  await collection('credentials').updateOne({ uuid: expired.body.data.uuid }, { $set: { created_at: ago(8 * day) } });
  const again = await restarted({ SAPIEN_RETENTION: '7' });
  try {
    await eventually(async () => (await collection('credentials').countDocuments()) === 1);
    await eventually(async () => (await storedPictures(herald)).length === 6);
    const left = await again.as()(`GET ${credentialsPath}/${current.body.data.uuid}`);
    expect(left.status).toBe(200);
  } finally {
    await again.stop();
  }
});

it('removes orphaned pictures and uploads of a killed process, and keeps all others', async () => {
  herald = await startSapien(async () => createReading());
  const { uuid } = (await send(herald, await sides())).body.data;
  const kept: string[] = await storedPictures(herald);
  // One request was killed before its pictures were marked, another one before its credential was written.
  await collection('credential_pictures').updateMany(
    { credential_uuid: uuid },
    { $set: { kept: false, created_at: ago(day) } },
  );
  const folder = new URL(herald.env.STORAGE_URL!).pathname;
  for (const [name, created_at] of [
    ['orphan', ago(day)],
    ['under-way', ago(1000)],
  ] as const) {
    const record = { name, credential_uuid: 'never', type: 'image/jpeg', kept: false, created_at };
    await collection('credential_pictures').insertOne(record);
    writeFileSync(join(folder, 'kept/credentials', name), 'x');
    writeFileSync(join(folder, 'arriving', name), 'x');
    utimesSync(join(folder, 'arriving', name), created_at, created_at);
  }
  const again = await restarted();
  try {
    await eventually(async () => (await collection('credential_pictures').countDocuments({ kept: true })) === 6);
    await eventually(async () => !(await storedPictures(herald)).includes('orphan'));
    expect((await storedPictures(herald)).sort()).toEqual([...kept, 'under-way'].sort());
    await eventually(async () => (await pendingUploads(herald)).join() === 'under-way');
  } finally {
    await again.stop();
  }
});
