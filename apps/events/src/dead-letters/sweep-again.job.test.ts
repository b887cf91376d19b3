import { tombstones } from '@herald/subjects';
import { eventually, startForTest, type Tested } from '@herald/testing';
import type { EventsDeps } from '../deps';
import { service } from '../service';
import { sweepAgain } from './sweep-again.job';
import { sweepRequests } from './sweep-request.model';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

it('asks for another sweep while persons are remembered as erased', async () => {
  const database = herald.database('events');
  const [SweepRequest, Tombstone] = [sweepRequests.model(database), tombstones.model(database)];
  const deps = { SweepRequest, Tombstone } as EventsDeps;
  const { signal } = new AbortController();
  await sweepAgain.run(deps, signal);
  expect(await SweepRequest.countDocuments()).toBe(0);
  const expires_at = new Date(Date.now() + 600_000);
  await Tombstone.create({ _id: 'erased:one', company_id: '1', erased_at: new Date(), expires_at });
  await sweepAgain.run(deps, signal);
  await eventually(() => SweepRequest.exists({ is_done: true }));
});
