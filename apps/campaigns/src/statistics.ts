import { shape } from '@herald/http';
import type { Model } from '@herald/persistence';
import Joi from 'joi';
import type { Batch } from './batch.model';

const count = () => Joi.number().integer();

export type Statistics = {
  total: number;
  pending: number;
  fails: number;
  sended: number;
  actions: { RECEIVED: number; PRESS_ACTION: number; CLOSED: number; UNKNOWN: number };
};

export const statisticsShape = shape({
  total: count(),
  pending: count(),
  fails: count(),
  sended: count(),
  actions: shape({ RECEIVED: count(), PRESS_ACTION: count(), CLOSED: count(), UNKNOWN: count() }),
});

const summed = ['total', 'sended', 'fails', 'RECEIVED', 'PRESS_ACTION', 'CLOSED', 'UNKNOWN'] as const;
type Sums = { [Name in (typeof summed)[number]]: number };

const none: Sums = { total: 0, sended: 0, fails: 0, RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 };
const sums = Object.fromEntries(summed.map((name) => [name, { $sum: `$${name}` }]));

/** A campaign in numbers. Pending is what remains: the four always agree. */
export async function statisticsOf(campaign_uuid: string, Batch: Model<Batch>): Promise<Statistics> {
  const found = await Batch.aggregate<Sums>([{ $match: { campaign_uuid } }, { $group: { _id: null, ...sums } }]);
  const { total, sended, fails, RECEIVED, PRESS_ACTION, CLOSED, UNKNOWN } = found[0] ?? none;
  const actions = { RECEIVED, PRESS_ACTION, CLOSED, UNKNOWN };
  return { total, pending: total - sended - fails, fails, sended, actions };
}
