import { appDates, tagPrefix, type DeviceFilters } from './filters';
import { appTagKey, dayKey, tagKey } from './search-keys';
import { equalsAny, toList, within, type MongoFilter } from './conditions';

type AppDate = (typeof appDates)[number];
type TagFilter = { name: string; values: string[] };

/** Above this number of pairs of app and value, the keys without the app are looked up. */
const maxPairs = 1000;
const maxDays = 92;
const dayMs = 86_400_000;

/** Filters on an app: all of them must hold for the same entry of a device's apps. */
export function appConditions(filters: DeviceFilters): MongoFilter[] {
  const apps = toList(filters['apps.app_id']);
  const tags = tagFilters(filters);
  const dates = appDates.filter((name) => filters[name] !== undefined);
  if (apps.length + tags.length + dates.length === 0) return [];
  const lookups = [...tags.map((tag) => keysOf(tag, apps)), ...dates.flatMap((name) => dayKeysOf(name, filters))].map(
    (keys) => ({ app_keys: equalsAny(keys) }),
  );
  if (dates.length === 0 && tags.length === 0) return [{ 'apps.app_id': equalsAny(apps) }];
  if (dates.length === 0 && isDecidedByKeys(tags, apps)) return lookups;
  if (dates.length === 1 && tags.length + apps.length === 0 && isWholeDays(dates[0]!, filters)) return lookups;
  const entry: MongoFilter = {
    ...(apps.length > 0 ? { app_id: equalsAny(apps) } : {}),
    ...Object.fromEntries(tags.map(({ name, values }) => [`tags.${name}`, equalsAny(values)])),
    ...Object.fromEntries(dates.map((name) => [name.slice('apps.'.length), within(filters[name]!)])),
  };
  return [...lookups, { apps: { $elemMatch: entry } }];
}

function tagFilters(filters: DeviceFilters): TagFilter[] {
  return Object.entries(filters)
    .filter(([name, wanted]) => name.startsWith(tagPrefix) && wanted !== undefined)
    .map(([name, wanted]) => ({ name: name.slice(tagPrefix.length), values: toList(wanted as string | string[]) }));
}

function keysOf({ name, values }: TagFilter, apps: string[]): string[] {
  if (apps.length === 0 || apps.length * values.length > maxPairs) return values.map((value) => tagKey(name, value));
  return apps.flatMap((app) => values.map((value) => appTagKey(app, name, value)));
}

/** The days of a short range: by a range over an array's dates alone a database would scan far too many records. */
function dayKeysOf(filter: AppDate, filters: DeviceFilters): string[][] {
  const { $gte: first, $lte: last } = within(filters[filter]!);
  const count = daysIn(first, last);
  if (count < 1 || count > maxDays) return [];
  const name = filter.slice('apps.'.length);
  return [Array.from({ length: count }, (_, at) => dayKey(name, new Date(first.getTime() + at * dayMs)))];
}

const daysIn = (first: Date, last: Date): number =>
  Math.floor(last.getTime() / dayMs) - Math.floor(first.getTime() / dayMs) + 1;

/** True if the keys of the days decide alone: the range begins and ends with a day. */
function isWholeDays(filter: AppDate, filters: DeviceFilters): boolean {
  const { $gte: first, $lte: last } = within(filters[filter]!);
  const count = daysIn(first, last);
  return count >= 1 && count <= maxDays && first.getTime() % dayMs === 0 && (last.getTime() + 1) % dayMs === 0;
}

/** True if the keys alone prove that one entry matches all: one tag, or the tags of one app. */
function isDecidedByKeys(tags: TagFilter[], apps: string[]): boolean {
  if (apps.length === 0) return tags.length === 1;
  const pairs = Math.max(...tags.map(({ values }) => values.length)) * apps.length;
  return pairs <= maxPairs && (tags.length === 1 || apps.length === 1);
}
