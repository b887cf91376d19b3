import { deliveryActions, integer, named, object, pick, type TypeOf } from '@herald/contracts';
import type { Model } from '@herald/persistence';
import type { Batch } from '../batches/batch.model';

const counts = named(['total', 'pending', 'fails', 'sended'], integer());
const actions = named(deliveryActions, integer());

export const statistics = object({ ...counts, actions: object(actions) });

const summed = { ...pick(counts, 'total', 'fails', 'sended'), ...actions };
type Sums = { [Name in keyof typeof summed]: number };
const names = Object.keys(summed);
const sums = Object.fromEntries(names.map((name) => [name, { $sum: `$${name}` }]));
const none = Object.fromEntries(names.map((name) => [name, 0])) as Sums;

export type Statistics = TypeOf<typeof statistics>;

/** A campaign in numbers. */
export async function statisticsOf(campaignUuid: string, Batch: Model<Batch>): Promise<Statistics> {
  return (await statisticsOfAll([campaignUuid], Batch))(campaignUuid);
}

/** Some campaigns in numbers. */
export async function statisticsOfAll(uuids: string[], Batch: Model<Batch>): Promise<(uuid: string) => Statistics> {
  const found = await Batch.aggregate<Sums & { _id: string }>([
    { $match: { campaign_uuid: { $in: uuids } } },
    { $group: { _id: '$campaign_uuid', ...sums } },
  ]);
  const byUuid = new Map(found.map((one) => [one._id, one]));
  return (uuid) => toStatistics(byUuid.get(uuid) ?? none);
}

/** Pending is the remainder: the four numbers always agree. */
function toStatistics(found: Sums): Statistics {
  const { total, sended, fails, RECEIVED, PRESS_ACTION, CLOSED, UNKNOWN } = found;
  const actions = { RECEIVED, PRESS_ACTION, CLOSED, UNKNOWN };
  return { total, pending: total - sended - fails, fails, sended, actions };
}
