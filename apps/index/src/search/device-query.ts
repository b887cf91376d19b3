import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';
import { mongoFilterOf, type DeviceFilters } from '@herald/device-query';
import { ownedBy } from '@herald/persistence';
import { notBlocked, visibleTo } from '@herald/subjects';
import type { DeviceQuery } from './find-devices';

/** What a caller's filters look for: devices of its companies alone. */
export function deviceQueryOf(
  caller: Caller,
  filters: DeviceFilters,
  { without_blocked = false } = {},
): Pick<DeviceQuery, 'key' | 'filter' | 'shown' | 'expected'> {
  const owned = ownedBy(caller);
  const filter = allOf(owned, mongoFilterOf(filters));
  const shown = without_blocked ? notBlocked : visibleTo(caller);
  return { key: digest([owned, filters, shown]), filter, shown, expected: expectedOf(filters) };
}

/** A requested company narrows what the caller may see, and never replaces it. */
function allOf(owned: object, wanted: Record<string, unknown>): Record<string, unknown> {
  return 'company_id' in wanted && 'company_id' in owned ? { $and: [owned, wanted] } : { ...owned, ...wanted };
}

/** Filters that match a large share of all devices, and filters that match hardly any. */
const wide = new Set(['company_id', 'emulator', 'system_name', 'status', 'apps.app_id']);
const narrow = new Set(['core_id', 'imei', 'search']);

function expectedOf(filters: DeviceFilters): 'few' | 'some' | 'many' {
  const names = Object.keys(filters);
  if (names.some((name) => narrow.has(name))) return 'few';
  return names.every((name) => wide.has(name) || name.startsWith('apps.tags.')) ? 'many' : 'some';
}

const digest = (wanted: unknown): string => createHash('sha256').update(JSON.stringify(wanted)).digest('base64');
