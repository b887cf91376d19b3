import { timestamp } from '@herald/contracts';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

export type SystemicTagValue = {
  uuid: string;
  name: string;
  description: string;
  color: string;
  company_id: string;
  systemic_tag_name: string;
  created_at: Date;
  updated_at: Date;
};

export const systemicTagValueModel = collection<SystemicTagValue>('systemic_tag_values', {
  fields: {
    uuid: String,
    name: String,
    description: String,
    color: String,
    company_id: String,
    systemic_tag_name: String,
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, systemic_tag_name: 1, _id: 1 }],
    [{ systemic_tag_name: 1, _id: 1 }],
  ],
  timestamps: true,
});

const text = () => Joi.string().allow('');

export const systemicTagValueShape = shape({
  uuid: text(),
  name: text(),
  description: text(),
  color: text(),
  company_id: text(),
  systemic_tag_name: text(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A tag value as answers show it. */
export function toSystemicTagValue({ _id, ...value }: SystemicTagValue & { _id?: unknown }) {
  return value;
}
