import { timestamp } from '@herald/contracts';
import { shape } from '@herald/http';
import { json, collection } from '@herald/persistence';
import Joi from 'joi';

export type Campaign = {
  _id: { toString(): string };
  uuid: string;
  company_id: string;
  name: string;
  message_id: string;
  application_name: string;
  app_id: string;
  flavor_id: string;
  /** Empty: its devices were named one by one. */
  segment_id: string;
  finish_date: Date | null;
  terminated: boolean;
  /** Messages a second; null: as fast as it goes. */
  rate: number | null;
  /** The message as it was when the campaign was made. */
  notification: Record<string, unknown>;
  /** True while no further device is to be looked for. */
  expanded: boolean;
  /** How far the walk along the segment's devices has come. */
  cursor: string;
  /** When somebody last went on making its targets. */
  expanding_at: Date;
  /** When the last walk along the segment began. */
  walked_at: Date | null;
  /** With a rate: the next batch is not sent earlier. */
  next_batch_at: Date;
  created_at: Date;
  updated_at: Date;
};

export const campaignModel = collection<Campaign>('campaigns', {
  fields: {
    _id: json,
    uuid: String,
    company_id: String,
    name: String,
    message_id: String,
    application_name: String,
    app_id: String,
    flavor_id: String,
    segment_id: String,
    finish_date: Date,
    terminated: Boolean,
    rate: Number,
    notification: json,
    expanded: Boolean,
    cursor: String,
    expanding_at: Date,
    walked_at: Date,
    next_batch_at: Date,
  },
  indexes: [[{ uuid: 1 }, { unique: true }], [{ company_id: 1, _id: 1 }], [{ terminated: 1, finish_date: 1 }]],
  timestamps: true,
});

const text = () => Joi.string().allow('');

const created = {
  application_name: text(),
  company_id: Joi.string(),
  created_at: timestamp(),
  message_id: Joi.string(),
  name: text(),
  terminated: Joi.boolean(),
  updated_at: timestamp(),
  uuid: Joi.string(),
};
const whole = {
  ...created,
  app_id: Joi.string(),
  flavor_id: text(),
  segment_id: text(),
  finish_date: timestamp().allow(null),
  rate: Joi.number().integer().allow(null),
};

/** What the creation answers: less for a list of devices than for a segment. */
export const createdShape = Joi.alternatives(shape(created), shape({ ...whole, _id: shape({ $oid: Joi.string() }) }));
export const campaignShape = shape(whole);

/** A campaign as answers show it. */
export function toCampaign(campaign: Campaign) {
  const { app_id, flavor_id, segment_id, finish_date, rate } = campaign;
  return { ...toCreated(campaign), app_id, flavor_id, segment_id, finish_date, rate };
}

/** What all campaigns show. */
export function toCreated(campaign: Campaign) {
  const { application_name, company_id, created_at, message_id, name, terminated, updated_at, uuid } = campaign;
  return { application_name, company_id, created_at, message_id, name, terminated, updated_at, uuid };
}
