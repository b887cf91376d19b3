import { boolean, integer, list, nullable, number, object, provenance, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { blockField } from '@herald/subjects';
import { appAnswerFields, appEntry } from '../apps/app-entry.model';

const text = () => string().allow('');

/** Fields with an index of their own, which begins with the field. */
export const searched = [
  ...['brand', 'model', 'imei', 'emulator', 'system_name', 'system_version', 'created_at', 'updated_at'],
  ...['apps.app_id', 'apps.created_at', 'apps.updated_at', 'app_keys'],
];

/** The attribute comes first: services search all companies, tenants their own, and both use the index. */
export const searchIndex = (name: string): Record<string, 1> => ({ [name]: 1, company_id: 1, _id: 1 });

export const companyIndex = { company_id: 1, _id: 1 } as const;
export const trigramIndex = { trigrams: 1 } as const;

/** Devices as search finds them: one record for each company that knows a device. */
export const devices = record('devices', {
  fields: {
    core_id: text(),
    brand: text(),
    model: text(),
    imei: text(),
    emulator: boolean(),
    system_name: text(),
    system_version: text(),
    location: nullable(list(number()).length(2)),
    apps: list(appEntry),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  internal: {
    company_id: string(),
    /** Lookup values that are derived from the record; search filters by them. */
    app_keys: list(string()),
    trigrams: list(string()),
    said: provenance.said,
    block: blockField(),
    revision: integer(),
  },
  personal: [
    'core_id',
    'brand',
    'model',
    'imei',
    'emulator',
    'system_name',
    'system_version',
    'location',
    'apps',
    'app_keys',
    'trigrams',
    'block',
  ],
  impersonal: ['created_at', 'updated_at', 'company_id', 'said', 'revision'],
  indexes: [
    [{ core_id: 1, company_id: 1 }, { unique: true }],
    [companyIndex],
    ...searched.map((name): [Record<string, 1>] => [searchIndex(name)]),
    [trigramIndex],
    // Totals leave out the blocked ones: few, so that these are counted, not all others.
    [
      { 'block.is': 1, company_id: 1 },
      { partialFilterExpression: { 'block.is': true }, name: 'blocked' },
    ],
  ],
  shardKey: ['core_id'],
});
export type Device = Stored<typeof devices>;

export const deviceAnswer = object({ ...devices.fields, apps: list(object(appAnswerFields)) });
