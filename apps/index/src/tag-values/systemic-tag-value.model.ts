import { string } from '@herald/contracts';
import { record } from '@herald/persistence';

const text = () => string().allow('');

/** The values of systemic tags, by company. */
export const systemicTagValues = record('systemic_tag_values', {
  fields: {
    uuid: text(),
    name: text(),
    description: text(),
    color: text(),
    company_id: text(),
    systemic_tag_name: text(),
  },
  personal: [],
  impersonal: ['uuid', 'name', 'description', 'color', 'company_id', 'systemic_tag_name'],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, systemic_tag_name: 1, _id: 1 }],
    [{ systemic_tag_name: 1, _id: 1 }],
  ],
  timestamps: true,
  shardKey: ['uuid'],
});
