import type { FilterField } from '../parts/filter-chips';
import { recordSearch, type Filters } from '../parts/record-search';
import type { Texts } from '../language/en';

export const tagPrefix = 'apps.tags.';
const names = [
  'search',
  'core_id',
  'brand',
  'model',
  'imei',
  'system_name',
  'system_version',
  'emulator',
  'status',
  'apps.app_id',
  'created_at',
  'updated_at',
  'apps.created_at',
  'apps.updated_at',
];

export const parseDeviceSearch = recordSearch(
  (name) => names.includes(name) || (name.startsWith(tagPrefix) && name.length > tagPrefix.length),
);

/** The filters of the device search, in the order of their use. */
export function deviceFields(t: Texts, apps: { id: number; bundle_id: string }[]): FilterField[] {
  const texts = t.deviceScreen;
  const appChoices = apps.map(({ id, bundle_id }) => ({ value: String(id), label: bundle_id }));
  return [
    { name: 'search', label: texts.search },
    { name: 'brand', label: texts.brand },
    { name: 'model', label: texts.model },
    {
      name: 'system_name',
      label: texts.system,
      choices: ['android', 'ios'].map((value) => ({ value, label: texts.systems[value as 'ios'] })),
    },
    { name: 'system_version', label: texts.systemVersion },
    { name: 'apps.app_id', label: texts.app, ...(appChoices.length > 0 ? { choices: appChoices } : {}) },
    { name: tagPrefix, label: texts.tag, kind: 'tag' },
    {
      name: 'status',
      label: texts.activity,
      isSingle: true,
      choices: [
        { value: 'true', label: texts.isActive },
        { value: 'false', label: texts.isInactive },
      ],
    },
    {
      name: 'emulator',
      label: texts.hardware,
      isSingle: true,
      choices: [
        { value: 'false', label: texts.isReal },
        { value: 'true', label: texts.isEmulated },
      ],
    },
    { name: 'created_at', label: texts.firstSeen, kind: 'days' },
    { name: 'updated_at', label: texts.lastSeen, kind: 'days' },
    { name: 'apps.created_at', label: texts.appFirstSeen, kind: 'days' },
    { name: 'apps.updated_at', label: texts.appLastSeen, kind: 'days' },
    { name: 'core_id', label: texts.coreId },
    { name: 'imei', label: texts.imei },
  ];
}

/** The filters as the search and segments take them. */
export function deviceQueryOf(filters: Filters): Record<string, unknown> {
  const valueOf = (name: string, values: string[]) => {
    const typed = name === 'status' ? values.map((value) => value === 'true') : values;
    return typed.length === 1 ? typed[0] : typed;
  };
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, valueOf(name, values)]));
}

/** The filters of a segment, as the address holds them. */
export function filtersOfQuery(query: Record<string, unknown>): Filters {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)]),
  );
}
