import { randomUUID } from 'node:crypto';
import { bulkInsert } from '@herald/persistence';
import type { Work } from '@herald/subjects';
import { createBatches } from './batches/create-batches';
import { expandListed } from './batches/expand-batches';
import { openCampaignDatabase, type CampaignDatabase } from './campaign-database.fixture';
import type { Campaign } from './campaigns/campaign.model';
import type { CampaignsDeps } from './deps';
import { personalData } from './personal-data';
import { savePortion } from './portions/save-portion';
import { splitDevices, toDevices } from './portions/split-devices';
import { targetId } from './targets/target.model';

let database: CampaignDatabase;
beforeEach(async () => (database = await openCampaignDatabase()));
afterEach(() => database?.stop());

const devices = ['phone-a', 'phone-b', 'phone-c'].map((core_id) => ({ core_id, variables: {} }));
const subject = { company_id: '1', core_ids: ['phone-b'] };
const hash = (value: string) => `erased:${Buffer.from(value).toString('hex')}`;

async function portionOf({ uuid: campaign_uuid }: Campaign, forget_at?: Date) {
  const only = { campaign_uuid, position: 0, first: 0, next: null };
  const split = { ...splitDevices(toDevices(devices), 1_000), ...(forget_at ? { forget_at } : {}) };
  return (await savePortion(only, split, database.deps))!;
}

async function erase(): Promise<number> {
  const { deps } = database;
  const work = { deps, hash, database: deps.Target.db, pause: () => {} } as never as Work<CampaignsDeps>;
  let changed = 0;
  for (const holding of personalData)
    changed += (await holding.erase?.({ dnis: [], emails: [], ...subject } as never, work))?.changed ?? 0;
  return changed;
}

/** All that is stored, as text. */
async function stored(): Promise<string> {
  const { Entries, Target, TargetList, Batch, Portion } = database.deps;
  const all = [Entries, Target, TargetList, Batch, Portion].map((Records) => (Records as typeof Entries).find().lean());
  return JSON.stringify(await Promise.all(all));
}

const kinds: [string, Partial<Campaign>, Date | undefined][] = [
  ['a segment', { segment_id: randomUUID() }, undefined],
  ['named devices', {}, new Date()],
];

it.each(kinds)('hides a device of %s, wherever its batch is, and keeps its place', async (_, change, forget_at) => {
  const { deps, addCampaign } = database;
  const campaign = await addCampaign(change);
  const portion = await portionOf(campaign, forget_at);
  const steps: (() => Promise<unknown>)[] = [
    async () => {},
    () => createBatches(portion, deps),
    () => expandListed(campaign, deps),
    () => bulkInsert(deps.Target, [{ _id: targetId(campaign.uuid, 'phone-b'), batch: 0, action: 'CLOSED' as const }]),
  ];
  for (const step of steps) {
    await step();
    expect(await stored()).toContain('phone-b');
    expect(await erase()).toBeGreaterThan(0);
    expect(await stored()).not.toContain('phone-b');
    expect(await erase()).toBe(0);
    // For the next step the device is there again.
    const place = { core_ids: hash('phone-b') };
    for (const Records of [deps.Entries, deps.TargetList] as (typeof deps.Entries)[])
      await Records.updateMany(place, { $set: { 'core_ids.$': 'phone-b' } });
  }
  expect(await deps.Target.find().lean()).toMatchObject([{ _id: targetId(campaign.uuid, hash('phone-b')) }]);
});

it('removes the entries that named devices leave, and keeps their lists', async () => {
  const { deps, addCampaign } = database;
  const campaign = await addCampaign();
  await createBatches(await portionOf(campaign, new Date()), deps);
  await expandListed(campaign, deps);
  await deps.Entries.deleteMany({});
  expect(await erase()).toBe(1);
  expect(await stored()).not.toContain('phone-b');
});
