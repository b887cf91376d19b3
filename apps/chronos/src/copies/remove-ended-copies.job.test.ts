import { openStorage } from '@herald/storage';
import { chronosDeps } from '../deps';
import { copyKey } from './copy-file.model';
import { startCopies, type TestedCopies } from './copies.fixture';
import { removeEndedCopies } from './remove-ended-copies.job';

let herald: TestedCopies;
beforeAll(async () => (herald = await startCopies()));
afterAll(() => herald?.stop());

it('removes the files whose links have ended, and no others', async () => {
  const storage = await openStorage(herald.env.STORAGE_URL!);
  const database = herald.database('chronos');
  const deps = chronosDeps({ database, storage, settings: { CHRONOS_QUOTA_MB: 1 } } as never);
  const [ended, open] = [await herald.makeCopy(), await herald.makeCopy()];
  await deps.CopyFile.updateOne({ _id: ended.request_uuid }, { $set: { until: new Date(Date.now() - 1_000) } });
  await removeEndedCopies.run(deps, new AbortController().signal);
  expect(await storage.read(copyKey(ended.request_uuid))).toBeUndefined();
  expect(await deps.CopyFile.exists({ _id: ended.request_uuid })).toBeNull();
  expect((await fetch(open.link)).status).toBe(200);
});
