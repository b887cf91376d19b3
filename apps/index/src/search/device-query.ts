import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';
import { mongoFilterOf, type DeviceFilters } from '@herald/device-query';
import { tenantKey } from '@herald/http';
import { ownedBy, type IndexedCondition, type IndexKey } from '@herald/persistence';
import { notBlocked, visibleTo } from '@herald/subjects';
import { companyIndex, searched, searchIndex, trigramIndex } from '../devices/device.model';

type Share = 'few' | 'some' | 'many';
export type DeviceQuery = {
  /** Whose search it is: tenants take turns. */
  tenant: string;
  /** Names the filter and its tenant in the cache of counts. */
  key: string;
  /** Names the fields that it filters by, and its tenant. */
  kind: string;
  filter: Record<string, unknown>;
  /** The parts of the filter that an index decides. */
  conditions: IndexedCondition[];
  /** The condition of what the caller may see. */
  shown: ReturnType<typeof visibleTo>;
  /** The share of all devices that such a filter usually matches. */
  expectedShare: Share;
  page: number;
  per_page: number;
  /** The fields to read; by default those of an answer. */
  fields?: string[];
  /** The first page of a walk does not wait until many matches are counted: an estimate is its total. */
  estimates_total?: boolean;
};

/** What a caller's filters look for: devices of its companies alone. */
export function deviceQueryOf(
  caller: Caller,
  filters: DeviceFilters,
  { without_blocked = false } = {},
): Pick<DeviceQuery, 'tenant' | 'key' | 'kind' | 'filter' | 'conditions' | 'shown' | 'expectedShare'> {
  const owned = ownedBy(caller);
  const wanted = mongoFilterOf(filters);
  const filter = allOf(owned, wanted);
  const conditions = conditionsOf(owned, wanted);
  const shown = without_blocked ? notBlocked : visibleTo(caller);
  const kind = digest([owned, Object.keys(filters).sort()]);
  const key = digest([owned, filters, shown]);
  // Our services search for all tenants, each time the devices of one company.
  const tenant = caller.isService ? digest([tenantKey(caller), filters.company_id]) : tenantKey(caller);
  return { tenant, key, kind, filter, conditions, shown, expectedShare: expectedShareOf(filters) };
}

/** The conditions that an index decides. The company narrows each of them, and has an index for itself alone. */
function conditionsOf(owned: object, wanted: Record<string, unknown>): IndexedCondition[] {
  const all = [owned, ...('$and' in wanted ? (wanted.$and as object[]) : [wanted])];
  const named = all.flatMap((condition) =>
    Object.keys(condition)
      .slice(0, 1)
      .map((name) => ({ name, condition })),
  );
  const others = named.filter(({ name }) => name !== 'company_id');
  if (others.length === 0) return [{ condition: {}, index: named.length > 0 ? companyIndex : { _id: 1 } }];
  return others.flatMap(({ name, condition }) => {
    const index = indexOf(name);
    return index ? [{ condition: condition as Record<string, unknown>, index }] : [];
  });
}

function indexOf(field: string): IndexKey | undefined {
  if (field === 'trigrams') return trigramIndex;
  return searched.includes(field) ? searchIndex(field) : undefined;
}

/** A requested company narrows what the caller may see, and never replaces it. */
function allOf(owned: object, wanted: Record<string, unknown>): Record<string, unknown> {
  return 'company_id' in wanted && 'company_id' in owned ? { $and: [owned, wanted] } : { ...owned, ...wanted };
}

/** Filters that match a large share of all devices, and filters that match hardly any. */
const wide = new Set(['company_id', 'emulator', 'system_name', 'status', 'apps.app_id']);
const narrow = new Set(['core_id', 'imei']);
/** A search for more characters matches few; a trigram may be in many names. */
const minNarrowSearch = 4;

function expectedShareOf(filters: DeviceFilters): Share {
  const names = Object.keys(filters);
  const searches = [filters.search ?? []].flat();
  if (names.some((name) => narrow.has(name))) return 'few';
  if (searches.length > 0) return searches.every(({ length }) => length >= minNarrowSearch) ? 'few' : 'some';
  return names.every((name) => wide.has(name) || name.startsWith('apps.tags.')) ? 'many' : 'some';
}

const digest = (wanted: unknown): string => createHash('sha256').update(JSON.stringify(wanted)).digest('base64');
