import { randomInt } from 'node:crypto';
import type { Model, Update } from '@herald/persistence';
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
  yield* removeAll(Target, targetsOf(campaign_uuid), maxPerCommand);
  yield* removeAll(Entries, { campaign_uuid }, listsPerCommand);
  await Portion.deleteMany({ campaign_uuid });
  // The time of the last change stays that of the campaign's end.
  await Campaign.updateOne(
    { uuid: campaign_uuid },
    { $set: { targets_removed_at: new Date() } },
    { timestamps: false },
  );
  yield 1;
}

/** Each command removes some, so that the removal can stop between them. */
async function* removeAll<T extends { _id: string }>(
  Records: Model<T>,
  filter: Update<T>['filter'],
  perCommand: number,
): AsyncGenerator<number> {
  for (;;) {
    const found = await Records.find(filter, { _id: 1 }).limit(perCommand).lean<{ _id: string }[]>();
    if (found.length === 0) return;
    await Records.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } } as Update<T>['filter']);
    yield 0;
  }
}
