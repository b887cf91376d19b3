import { writeFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type Tested } from '@herald/testing';
import { arriving, credentials, kept, picture, readingOf, send, startSapien } from './start-sapien.fixture';

let herald: Tested;
afterEach(() => herald?.stop());

const day = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const collection = (name: string) => herald.database('sapien').collection(name);
const sides = async () => ({ company_id: '1', front_image: await picture(1), back_image: await picture(2) });

/** The job of a process that starts anew on what another left behind. */
async function restarted(settings: Record<string, string> = {}): Promise<Tested> {
  await collection('leases').deleteMany({});
  return startSapien(async () => readingOf(), { ...herald.env, ...settings });
}

it('removes credentials and their pictures when they were kept long enough', async () => {
  herald = await startSapien(async () => readingOf());
  const [old, young] = [await send(herald, await sides()), await send(herald, await sides())];
  await collection('credentials').updateOne({ uuid: old.body.data.uuid }, { $set: { created_at: ago(8 * day) } });
  const again = await restarted({ SAPIEN_RETENTION: '7' });
  try {
    await eventually(async () => (await collection('credentials').countDocuments()) === 1);
    await eventually(async () => (await kept(herald)).length === 6);
    const left = await again.as()(`GET ${credentials}/${young.body.data.uuid}`);
    expect(left.status).toBe(200);
  } finally {
    await again.stop();
  }
});

it('removes what a process that was killed left between picture and record, and nothing that is held', async () => {
  herald = await startSapien(async () => readingOf());
  const { uuid } = (await send(herald, await sides())).body.data;
  const held: string[] = await kept(herald);
  // Killed after the credential, before its pictures were marked; and, of another request, before the credential.
  await collection('credential_pictures').updateMany({ credential_uuid: uuid }, { $set: { kept: false, created_at: ago(day) } }); // prettier-ignore
  const folder = new URL(herald.env.STORAGE_URL!).pathname;
  for (const [name, created_at] of [
    ['orphan', ago(day)],
    ['under-way', ago(1000)],
  ] as const) {
    // prettier-ignore
    const record = { name, credential_uuid: 'never', type: 'image/jpeg', kept: false, created_at };
    await collection('credential_pictures').insertOne(record);
    writeFileSync(join(folder, 'kept/credentials', name), 'x');
    writeFileSync(join(folder, 'arriving', name), 'x');
    utimesSync(join(folder, 'arriving', name), created_at, created_at);
  }
  const again = await restarted();
  try {
    await eventually(async () => (await collection('credential_pictures').countDocuments({ kept: true })) === 6);
    await eventually(async () => !(await kept(herald)).includes('orphan'));
    expect((await kept(herald)).sort()).toEqual([...held, 'under-way'].sort());
    await eventually(async () => (await arriving(herald)).join() === 'under-way');
  } finally {
    await again.stop();
  }
});
