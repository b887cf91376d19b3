import { randomUUID } from 'node:crypto';
import { bulkInsert, insertMissing } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import type { Entries } from '../batches/entries.model';
import { entriesIdOf, type Portion } from './portion.model';
import type { BatchEntries } from './split-devices';

type Place = Pick<Portion, 'campaign_uuid' | 'position' | 'first' | 'next'>;
type Devices = { lists: BatchEntries[]; starts: number[]; forget_at?: Date };

/** Saves the next devices of a campaign. Undefined if another process was faster: its portion holds them. */
export async function savePortion(
  { campaign_uuid, position, first, next }: Place,
  { lists, starts, forget_at }: Devices,
  { Portion, Entries }: Pick<CampaignsDeps, 'Portion' | 'Entries'>,
): Promise<Portion | undefined> {
  const lists_id = randomUUID();
  const entries = lists.map((list, index): Entries => {
    return { _id: entriesIdOf({ lists_id }, index), campaign_uuid, ...list, ...(forget_at ? { forget_at } : {}) };
  });
  const sizes = lists.map(({ core_ids }) => core_ids.length);
  const _id = `${campaign_uuid}/${position}`;
  const portion: Portion = { _id, campaign_uuid, position, first, sizes, starts, lists_id, next };
  if (entries.length > 0) await insertMissing(Entries, entries);
  const { hadDuplicates } = await bulkInsert(Portion, [portion]);
  if (!hadDuplicates) return portion;
  await Entries.deleteMany({ _id: { $in: entries.map((one) => one._id) } });
  return undefined;
}

/** The last portion of a campaign that was saved so far. */
export const lastPortion = async (
  campaign_uuid: string,
  { Portion }: Pick<CampaignsDeps, 'Portion'>,
): Promise<Portion | null> => Portion.findOne({ campaign_uuid }).sort({ campaign_uuid: -1, position: -1 }).lean();
