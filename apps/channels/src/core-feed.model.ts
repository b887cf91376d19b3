import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

/** A type of message for channels. */
export type CoreFeed = {
  uuid: string;
  company_id: string;
  name: string;
  created_at: Date;
  updated_at: Date;
};

const newestFirst = { created_at: -1, uuid: 1 } as const;

export const coreFeedModel = collection<CoreFeed>('core_feeds', {
  fields: {
    uuid: String,
    company_id: String,
    name: String,
  },
  indexes: [[{ uuid: 1 }, { unique: true }], [newestFirst], [{ company_id: 1, ...newestFirst }]],
  timestamps: true,
});

export const coreFeedShape = shape({
  uuid: Joi.string(),
  company_id: Joi.string(),
  name: Joi.string(),
  created_at: timestamp(),
});

/** A core feed as answers show it. */
export function toCoreFeed({ uuid, company_id, name, created_at }: CoreFeed) {
  return { uuid, company_id, name, created_at };
}
