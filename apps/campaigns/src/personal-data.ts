import { bulkInsert, bulkUpdate } from '@herald/persistence';
import { erasedAlong, erases, keeps, type Holding, type Subject, type Work } from '@herald/subjects';
import { randomInt } from 'node:crypto';
import { batchIdOf } from './batches/batch.model';
import { entries, type Entries } from './batches/entries.model';
import type { CampaignsDeps } from './deps';
import { targetLists } from './targets/target-list.model';
import { findTargets, type FoundTarget } from './targets/find-targets';
import { coreIdOf, targetId, targets, uuidOf, type Target } from './targets/target.model';

const campaignsPerPage = 100;
/** Each has hundreds of devices with their variables. */
const entriesPerCommand = 100;
type Erasing = Work<CampaignsDeps>;

/** A page of the company's campaigns. Targets have no index by device: their ids follow from the campaign. */
async function* campaignPages({ company_id }: Subject, { deps, pause }: Erasing) {
  for (let after: object = {}; ;) {
    pause();
    const page = await deps.Campaign.find({ company_id, ...after }, { uuid: 1, terminated: 1 })
      .sort({ _id: 1 })
      .limit(campaignsPerPage)
      .lean();
    if (page.length > 0) yield page;
    if (page.length < campaignsPerPage) return;
    after = { _id: { $gt: page.at(-1)!._id } };
  }
}

/** Batches whose devices are no targets yet; those of other batches are erased with their targets. */
const eraseEntries = erases<Entries, CampaignsDeps>(entries, {
  fields: 'all',
  copy: { none: 'They are the targets and the messages of campaigns under way: both are copied where they are kept.' },
  async erase(subject, work) {
    const { deps } = work;
    let changed = 0;
    for await (const page of campaignPages(subject, work)) {
      const open = page.filter(({ terminated }) => !terminated).map(({ uuid }) => uuid);
      const listed = { campaign_uuid: { $in: open }, state: 'listed' as const };
      const batches = await deps.Batch.find(listed, { entries_id: 1 }).lean();
      const ids = batches.map(({ entries_id }) => entries_id);
      changed += await hideEntries(ids, new Set(subject.core_ids), work);
    }
    return { found: changed, changed };
  },
});

/** A device keeps its place under a hash, so that no count changes: the senders find no token for it. */
async function hideEntries(ids: string[], coreIds: Set<string>, { deps: { Entries }, hash }: Erasing): Promise<number> {
  let changed = 0;
  for (let at = 0; at < ids.length; at += entriesPerCommand) {
    const some = { _id: { $in: ids.slice(at, at + entriesPerCommand) }, core_ids: { $in: [...coreIds] } };
    const found = await Entries.find(some).lean();
    for (const one of found) await bulkUpdate(Entries, hidePlaces(one, coreIds, hash));
    changed += found.length;
  }
  return changed;
}

/** Each place is checked when it is written: the batch may have been shortened meanwhile. */
function hidePlaces({ _id, core_ids, variables }: Entries, coreIds: Set<string>, hash: Erasing['hash']) {
  return core_ids.flatMap((coreId, place) => {
    if (!coreIds.has(coreId)) return [];
    const hidden = { [`core_ids.${place}`]: hash(coreId), ...(variables ? { [`variables.${place}`]: {} } : {}) };
    return [{ filter: { _id, [`core_ids.${place}`]: coreId }, update: { $set: hidden } }];
  });
}

const eraseTargets = erases<Target, CampaignsDeps>(targets, {
  fields: 'all',
  async erase(subject, work) {
    let changed = 0;
    for await (const found of targetsOfSubject(subject, work)) {
      await hideTargets(found, work);
      changed += found.length;
    }
    return { found: changed, changed };
  },
  copy: {
    title: { en: 'Campaigns that chose a device', es: 'Campañas que eligieron un dispositivo' },
    async *rows(subject, work) {
      for await (const found of targetsOfSubject(subject, work)) yield* found.map(({ target }) => target);
    },
    withheld: { batch: 'A place among other devices.', reported_in: 'The same place, of those that reported.' },
  },
});

async function* targetsOfSubject(subject: Subject, work: Erasing): AsyncGenerator<FoundTarget[]> {
  for await (const page of campaignPages(subject, work)) {
    const uuids = page.map(({ uuid }) => uuid);
    for (const coreId of subject.core_ids) {
      const found = await findTargets(coreId, uuids, work.deps);
      if (found.length > 0) yield found;
    }
  }
}

/**
 * In this order a crash at any line leaves a target that the next try finds. The revision of a list makes a concurrent
 * settlement read it again.
 */
async function hideTargets(found: FoundTarget[], work: Erasing): Promise<void> {
  const { deps, hash } = work;
  const ids = found.map(({ target }) => target._id);
  await hideEntries(await entriesOf(found, deps), new Set(ids.map(coreIdOf)), work);
  const inLists = found.map(({ target: { _id, batch } }) => ({
    filter: { _id: batchIdOf(uuidOf(_id), batch), core_ids: coreIdOf(_id) },
    update: { $set: { 'core_ids.$': hash(coreIdOf(_id)), revision: randomInt(1, 2 ** 47) } },
  }));
  await bulkUpdate(deps.TargetList, inLists);
  // Most targets have no record of their own.
  const records = await deps.Target.find({ _id: { $in: ids } }).lean();
  if (records.length === 0) return;
  const hidden = records.map((one) => ({ ...one, _id: targetId(uuidOf(one._id), hash(coreIdOf(one._id))) }));
  await bulkInsert(deps.Target, hidden);
  await deps.Target.deleteMany({ _id: { $in: records.map(({ _id }) => _id) } });
}

/** A portion may be saved whose batches are not created yet. */
async function entriesOf(found: FoundTarget[], { Batch }: CampaignsDeps): Promise<string[]> {
  const batchIds = found.map(({ target: { _id, batch } }) => batchIdOf(uuidOf(_id), batch));
  const batches = await Batch.find({ _id: { $in: batchIds } }, { entries_id: 1 }).lean();
  const inPortions = found.flatMap(({ entriesId }) => entriesId ?? []);
  return [...new Set([...inPortions, ...batches.map(({ entries_id }) => entries_id)])];
}

export const personalData: Holding<CampaignsDeps>[] = [
  eraseEntries,
  eraseTargets,
  erasedAlong(targetLists, { noCopy: 'Lists of many devices: the targets say what is the person’s.' }),
  keeps('campaigns', { approval: 'Evidence of which operators started the campaign; it names no receiver.' }),
];
