import { bulkInsert } from '@herald/persistence';
import type { Batch } from '../batches/batch.model';
import { countActions } from '../batches/count-actions.job';
import { ago, openCampaignDatabase, type CampaignDatabase } from '../campaign-database.fixture';
import type { Campaign } from '../campaigns/campaign.model';
import { statisticsOf } from '../campaigns/statistics';
import { retention } from '../retention';
import { onDeliveryReported } from './on-delivery-reported';
import { newTargetList, withOutcomes } from './target-list.model';
import { targetId, type Target } from './target.model';
import { countReasons } from './wanted-batches';

const dayMs = 86_400_000;
const before = ago(30 * dayMs);
let database: CampaignDatabase;
beforeEach(async () => (database = await openCampaignDatabase()));
afterEach(() => database?.stop());

const devices = Array.from({ length: 600 }, (_, at) => `phone-${at}`);

/** A campaign of 600 devices that ended: half were sent, all of them have reported; half failed. */
async function addEnded(updated_at: Date): Promise<Campaign> {
  const { deps, addCampaign, addBatch } = database;
  const campaign = await addCampaign({ terminated: true, updated_at });
  const counts: Partial<Batch> = { state: 'done', total: 600, sended: 300, fails: 300, CLOSED: 300 };
  const { _id } = await addBatch(campaign, counts);
  const all = devices.map((_, place) => place);
  const [sent, failed] = [all.slice(0, 300), all.slice(300)];
  const settled_at = new Date();
  const outcomes = [
    { places: sent, status: 'sended' as const, settled_at },
    { places: failed, status: 'fails' as const, reason: 'NotRegistered', settled_at },
  ];
  await bulkInsert(deps.TargetList, [withOutcomes(newTargetList(_id, campaign.uuid, devices), outcomes)]);
  const reported = { action: 'CLOSED' as const, revision: 1, reported_in: _id };
  const target = (coreId: string, at: number): Target => ({
    ...{ _id: targetId(campaign.uuid, coreId), batch: 0 },
    ...(at < 300 ? reported : {}),
  });
  await bulkInsert(deps.Target, devices.map(target));
  return campaign;
}

const [ofTargets] = retention;
/** A part of the removal, up to a step at which its process dies. */
async function removeUntil(step: number): Promise<number> {
  const steps: number[] = [];
  const { deps } = database;
  for await (const removed of ofTargets!.remove!(before, { deps, database: deps.Target.db }))
    if (steps.push(removed) >= step) break;
  return steps.length;
}

const numbersOf = async ({ uuid }: Campaign) => [
  await statisticsOf(uuid, database.deps.Batch),
  await countReasons(uuid, 10, database.deps),
];

it('changes no number of a campaign, wherever its process dies and whatever devices report meanwhile', async () => {
  const { deps } = database;
  const campaign = await addEnded(ago(31 * dayMs));
  const numbers = await numbersOf(campaign);
  expect(numbers).toMatchObject([{ sended: 300, actions: { CLOSED: 300 } }, [{ _id: 'NotRegistered', count: 300 }]]);
  for (let left = true; left;) {
    left = (await removeUntil(1)) > 0;
    const late = { campaign_uuid: campaign.uuid, core_id: 'phone-1', action: 'CLOSED', revision: 2 };
    await onDeliveryReported.handle(late as never, deps as never, {} as never);
    await countActions.run(deps, new AbortController().signal);
    expect(await numbersOf(campaign)).toEqual(numbers);
  }
  const after = await deps.Campaign.findOne({ uuid: campaign.uuid }).lean();
  expect([after!.targets_removed_at, after!.updated_at]).toEqual([expect.any(Date), campaign.updated_at]);
  expect([await deps.Target.countDocuments(), await deps.Entries.countDocuments()]).toEqual([0, 0]);
  expect(JSON.stringify(await deps.TargetList.find().lean())).not.toContain('phone-');
});

it('leaves campaigns that ended later, or have not ended', async () => {
  const { deps, addCampaign } = database;
  await addEnded(ago(29 * dayMs));
  await addCampaign({ terminated: false, updated_at: ago(90 * dayMs) });
  expect(await removeUntil(Infinity)).toBe(0);
  expect(await deps.Target.countDocuments()).toBe(600);
  const work = { deps, database: deps.Target.db };
  expect(await ofTargets!.look!(ago(28 * dayMs), work)).toEqual({ oldest_at: expect.any(Date), due: 1 });
});
