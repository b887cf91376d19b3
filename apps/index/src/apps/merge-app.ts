import { mergeNewer, type FieldTimes, type Provenance } from '@herald/contracts';
import { hasSameTimes, mergeTimes } from '../record-times';
import type { AppEntry } from './app-entry.model';

export type AppUpdate = {
  app_id: string;
  version?: string;
  /** Null removes a tag. */
  tags?: Record<string, string | null>;
  at: Date;
  /** The core_id of a device that reports the app of a person without proof. */
  device?: string;
};
export type WithApps<Entry> = Provenance & { apps: Entry[] };

/** Bounds a record against callers that make up ids of apps. */
export const maxApps = 200;
/** Bounds a record against devices that make up names of tags. */
const maxTags = 500;
/** Removed tags of an app whose time is kept: an older report that arrives later cannot restore them. */
const maxRemovedTags = 100;

/** Merges an update of one app into the entries of a record; a new app is added while there is room. */
export function mergeApp<Entry extends AppEntry>(
  record: WithApps<Entry>,
  { app_id, version, tags = {}, at, device }: AppUpdate,
  toEntry: (entry: AppEntry) => Entry,
): WithApps<Entry> {
  const { apps } = record;
  const existing = apps.find((one) => one.app_id === app_id);
  if (!existing && apps.length >= maxApps) return record;
  const entry = existing ?? toEntry({ app_id, tags: {}, version: '', created_at: at, updated_at: at });
  const own = mergeNewer({ version: entry.version }, record, { fields: { version }, at, device, under: `${app_id}/` });
  const accepted = Object.keys(entry.tags).length > maxTags ? onlyKnown(tags, entry.tags) : tags;
  const under = `${app_id}/tags/`;
  const tagged = mergeNewer(entry.tags, own, { fields: accepted, at, device, under });
  const hasNews = !existing || own.taken.length > 0 || tagged.taken.length > 0;
  const times = mergeTimes(entry, at);
  // An unproven report that changes nothing does not count as a newer report of a known app.
  if (!hasNews && (device !== undefined || hasSameTimes(entry, times))) return record;
  const merged = { ...entry, ...own.known, tags: tagged.known, ...times };
  return {
    apps: existing ? apps.map((one) => (one === existing ? merged : one)) : [...apps, merged],
    said: withoutOldestRemovals(tagged.said, under, merged.tags),
    unproven: tagged.unproven,
  };
}

function onlyKnown<T>(tags: Record<string, T>, known: object): Record<string, T> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => Object.hasOwn(known, name)));
}

/** Forgets the oldest removals beyond `maxRemovedTags`. */
function withoutOldestRemovals(said: FieldTimes, under: string, tags: object): FieldTimes {
  const isRemoved = (key: string) => key.startsWith(under) && !Object.hasOwn(tags, key.slice(under.length));
  const removed = Object.keys(said).filter(isRemoved);
  if (removed.length <= maxRemovedTags) return said;
  const newestFirst = removed.sort((one, other) => said[other]!.getTime() - said[one]!.getTime());
  const forgotten = new Set(newestFirst.slice(maxRemovedTags));
  return Object.fromEntries(Object.entries(said).filter(([key]) => !forgotten.has(key)));
}
