import { randomInt } from 'node:crypto';
import type { CampaignsDeps } from '../deps';
import { targetsOf } from './target.model';
import { ensureTargetLists } from './wanted-batches';

const maxPerCommand = 500;
/** Each holds hundreds of devices. */
const listsPerCommand = 50;

/**
 * Removes the devices of a campaign that has ended, and leaves its numbers: its batches, and the reasons of failures.
 * The numbers become final first, so that no count sees a part of the devices. A repeat continues with what is left.
 */
export async function* removeTargets(campaign_uuid: string, deps: CampaignsDeps): AsyncGenerator<number> {
  const { Campaign, Batch, Entries, Portion, Target, TargetList } = deps;
  await ensureTargetLists(campaign_uuid, deps);
  await Batch.updateMany({ campaign_uuid }, { $set: { is_final: true }, $unset: { uncounted: 1 } });
  for (;;) {
    const holding = { campaign_uuid, settled: { $ne: '' } };
    const lists = await TargetList.find(holding, { _id: 1 }).limit(listsPerCommand).lean();
    if (lists.length === 0) break;
    const emptied = { $set: { core_ids: [], settled: '', revision: randomInt(1, 2 ** 47) } };
    await TargetList.updateMany({ _id: { $in: lists.map(({ _id }) => _id) } }, emptied);
    yield 0;
  }
  for (;;) {
    const targets = await Target.find(targetsOf(campaign_uuid), { _id: 1 }).limit(maxPerCommand).lean();
    if (targets.length === 0) break;
    await Target.deleteMany({ _id: { $in: targets.map(({ _id }) => _id) } });
    yield 0;
  }
  for (;;) {
    const entries = await Entries.find({ campaign_uuid }, { _id: 1 }).limit(listsPerCommand).lean();
    if (entries.length === 0) break;
    await Entries.deleteMany({ _id: { $in: entries.map(({ _id }) => _id) } });
    yield 0;
  }
  await Portion.deleteMany({ campaign_uuid });
  // The time of the last change stays that of the campaign's end.
  await Campaign.updateOne(
    { uuid: campaign_uuid },
    { $set: { targets_removed_at: new Date() } },
    { timestamps: false },
  );
  yield 1;
}
