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

/** A campaign in numbers. Pending is the remainder: the four numbers always agree. */
export async function statisticsOf(campaign_uuid: string, Batch: Model<Batch>): Promise<TypeOf<typeof statistics>> {
  const [found = none] = await Batch.aggregate<Sums>([
    { $match: { campaign_uuid } },
    { $group: { _id: null, ...sums } },
  ]);
  const { total, sended, fails, RECEIVED, PRESS_ACTION, CLOSED, UNKNOWN } = found;
  const actions = { RECEIVED, PRESS_ACTION, CLOSED, UNKNOWN };
  return { total, pending: total - sended - fails, fails, sended, actions };
}
