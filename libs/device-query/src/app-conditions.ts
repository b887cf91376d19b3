import { appDates, tagPrefix, type DeviceFilters } from './filters';
import { appTagKey, dayKey, tagKey } from './search-keys';
import { anyOf, listOf, within, type MongoFilter } from './values';

type AppDate = (typeof appDates)[number];
type TagFilter = { name: string; values: string[] };

/** More pairs of app and value than this are not worth looking up one by one. */
const maxPairs = 1000;
const maxDays = 92;
const dayLength = 86_400_000;

/** Filters on an app: all of them must hold for the same entry of a device's apps. */
export function appConditions(filters: DeviceFilters): MongoFilter[] {
  const apps = listOf(filters['apps.app_id']);
  const tags = tagFilters(filters);
  const dates = appDates.filter((name) => filters[name] !== undefined);
  if (apps.length + tags.length + dates.length === 0) return [];
  const lookUps = [...tags.map((tag) => keysOf(tag, apps)), ...dates.flatMap((name) => dayKeysOf(name, filters))].map(
    (keys) => ({ app_keys: anyOf(keys) }),
  );
  if (dates.length === 0 && tags.length === 0) return [{ 'apps.app_id': anyOf(apps) }];
  if (dates.length === 0 && settledByKeys(tags, apps)) return lookUps;
  if (dates.length === 1 && tags.length + apps.length === 0 && wholeDays(dates[0]!, filters)) return lookUps;
  const entry: MongoFilter = {
    ...(apps.length > 0 ? { app_id: anyOf(apps) } : {}),
    ...Object.fromEntries(tags.map(({ name, values }) => [`tags.${name}`, anyOf(values)])),
    ...Object.fromEntries(dates.map((name) => [name.slice('apps.'.length), within(filters[name]!)])),
  };
  return [...lookUps, { apps: { $elemMatch: entry } }];
}

function tagFilters(filters: DeviceFilters): TagFilter[] {
  return Object.entries(filters)
    .filter(([name, wanted]) => name.startsWith(tagPrefix) && wanted !== undefined)
    .map(([name, wanted]) => ({ name: name.slice(tagPrefix.length), values: listOf(wanted as string | string[]) }));
}

function keysOf({ name, values }: TagFilter, apps: string[]): string[] {
  if (apps.length === 0 || apps.length * values.length > maxPairs) return values.map((value) => tagKey(name, value));
  return apps.flatMap((app) => values.map((value) => appTagKey(app, name, value)));
}

/**
 * The days of a range, where they are few: a range over an array's dates alone makes a database look at far too many.
 */
function dayKeysOf(filter: AppDate, filters: DeviceFilters): string[][] {
  const { $gte: first, $lte: last } = within(filters[filter]!);
  const count = daysIn(first, last);
  if (count < 1 || count > maxDays) return [];
  const name = filter.slice('apps.'.length);
  return [Array.from({ length: count }, (_, at) => dayKey(name, new Date(first.getTime() + at * dayLength)))];
}

const daysIn = (first: Date, last: Date): number =>
  Math.floor(last.getTime() / dayLength) - Math.floor(first.getTime() / dayLength) + 1;

/** Whether the keys of a range's days say all: it begins and ends with a day. */
function wholeDays(filter: AppDate, filters: DeviceFilters): boolean {
  const { $gte: first, $lte: last } = within(filters[filter]!);
  const count = daysIn(first, last);
  return count >= 1 && count <= maxDays && first.getTime() % dayLength === 0 && (last.getTime() + 1) % dayLength === 0;
}

/** Whether the keys alone say that one entry has it all: one tag, or the tags of one app. */
function settledByKeys(tags: TagFilter[], apps: string[]): boolean {
  if (apps.length === 0) return tags.length === 1;
  const pairs = Math.max(...tags.map(({ values }) => values.length)) * apps.length;
  return pairs <= maxPairs && (tags.length === 1 || apps.length === 1);
}
