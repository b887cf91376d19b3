import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

export type App = {
  id: number;
  company_id: string;
  name: string;
  description: string;
  bundle_id: string;
  flavor_id: string;
  os: 'android' | 'ios';
  img: string;
  img_circle: string;
  generic_app: boolean;
  capabilities: unknown[];
  client_uid: string;
  colour: string;
  status: boolean;
  created_at: Date;
  updated_at: Date;
};

export const appModel = collection<App>('apps', {
  fields: {
    id: Number,
    company_id: String,
    name: String,
    description: String,
    bundle_id: String,
    flavor_id: String,
    os: String,
    img: String,
    img_circle: String,
    generic_app: Boolean,
    capabilities: [],
    client_uid: String,
    colour: String,
    status: Boolean,
  },
  indexes: [
    [{ id: 1 }, { unique: true }],
    [
      { bundle_id: 1, flavor_id: 1 },
      { unique: true, name: 'one_flavor' },
    ],
    // Apps that are not generic own their bundle id; generic ones share it by flavor.
    [{ bundle_id: 1 }, { unique: true, partialFilterExpression: { generic_app: false }, name: 'one_bundle' }],
    [{ company_id: 1, id: 1 }],
  ],
  timestamps: true,
});

const text = () => Joi.string().allow('');

export const appShape = shape({
  id: Joi.number().integer(),
  company_id: Joi.number().integer(),
  name: text(),
  description: text(),
  bundle_id: text(),
  flavor_id: text(),
  os: Joi.valid('android', 'ios'),
  img: text(),
  img_circle: text(),
  generic_app: Joi.boolean(),
  capabilities: Joi.array(),
  client_uid: text(),
  colour: text(),
  status: Joi.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** An app as answers show it. */
export function toApp({ _id, company_id, ...app }: App & { _id?: unknown }) {
  return { ...app, company_id: Number(company_id) };
}
