import { pick, string } from '@herald/contracts';
import { record, view } from '@herald/persistence';

const newestFirst = { created_at: -1, uuid: 1 } as const;

/** Types of messages for channels. */
export const coreFeeds = record('core_feeds', {
  fields: { uuid: string(), company_id: string(), name: string() },
  personal: [],
  impersonal: ['uuid', 'company_id', 'name'],
  indexes: [[{ uuid: 1 }, { unique: true }], [newestFirst], [{ company_id: 1, ...newestFirst }]],
  timestamps: true,
  shardKey: ['uuid'],
});

export const coreFeedView = view(pick(coreFeeds.fields, 'uuid', 'company_id', 'name', 'created_at'));
