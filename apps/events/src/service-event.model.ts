import { boolean, integer, optional, string, timestamp } from '@herald/contracts';
import { record, type DeclaredIndex, type Stored } from '@herald/persistence';

const text = () => string().allow('');
export const newestFirst = { created_at: -1, uuid: 1 } as const;

const filters = ['service', 'resource', 'operation', 'result'];
const filterIndexes = (name: string): DeclaredIndex[] => [
  [{ [name]: 1, ...newestFirst }],
  [{ company_id: 1, [name]: 1, ...newestFirst }],
];

/** The records of the service log. Further equal refusals raise a record's count; the retention removes it. */
export const serviceEvents = record('service_events', {
  fields: {
    uuid: text(),
    audit_id: text(),
    company_id: text(),
    created_at: timestamp(),
    description: text(),
    operation: text(),
    relevance: text(),
    resource: text(),
    resource_id: text(),
    resource_id_2: text(),
    result: boolean(),
    service: text(),
    user_id: text(),
    count: optional(integer()),
  },
  personal: ['resource_id', 'resource_id_2', 'user_id'],
  impersonal: [
    'uuid',
    'audit_id',
    'company_id',
    'created_at',
    'description',
    'operation',
    'relevance',
    'resource',
    'result',
    'service',
    'count',
  ],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [newestFirst],
    [{ company_id: 1, ...newestFirst }],
    // Each filter, of all companies and of one: the indexes count the matches without their records.
    ...filters.flatMap(filterIndexes),
    // An erasure looks for the records of a person.
    [{ resource_id: 1, company_id: 1 }],
    [{ user_id: 1, company_id: 1 }],
  ],
  shardKey: ['uuid'],
});
export type ServiceEvent = Stored<typeof serviceEvents>;
