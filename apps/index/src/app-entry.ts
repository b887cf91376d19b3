import { mergeNewer, type FieldTimes, type Provenance } from '@herald/contracts';
import { isAsOld, timesWith } from './times';

/** An app as it stands on a device or with a person. */
export type AppEntry = {
  app_id: string;
  tags: Record<string, string>;
  version: string;
  created_at: Date;
  updated_at: Date;
};
export type AppNews = {
  app_id: string;
  version?: string;
  tags?: Record<string, string | null>;
  at: Date;
  /** Set when a device says this of a person without proof. */
  device?: string;
};
export type WithApps<Entry> = Provenance & { apps: Entry[] };

/** Bounds a record against callers that make up ids of apps. */
export const maxApps = 200;
/** Bounds a record against devices that make up names of tags. */
const maxTags = 500;
/** Removed tags whose time is remembered, of each app: an older report that arrives later cannot bring them back. */
const maxRemovedTags = 100;

/** The entries with the news of one app in them; a new app joins them while there is room. */
export function withApp<Entry extends AppEntry>(
  record: WithApps<Entry>,
  { app_id, version, tags = {}, at, device }: AppNews,
  blank: (entry: AppEntry) => Entry,
): WithApps<Entry> {
  const { apps } = record;
  const existing = apps.find((one) => one.app_id === app_id);
  if (!existing && apps.length >= maxApps) return record;
  const entry = existing ?? blank({ app_id, tags: {}, version: '', created_at: at, updated_at: at });
  const own = mergeNewer({ version: entry.version }, record, { fields: { version }, at, device, under: `${app_id}/` });
  const accepted = Object.keys(entry.tags).length > maxTags ? onlyKnown(tags, entry.tags) : tags;
  const under = `${app_id}/tags/`;
  const tagged = mergeNewer(entry.tags, own, { fields: accepted, at, device, under });
  const hasNews = !existing || own.taken.length > 0 || tagged.taken.length > 0;
  const times = timesWith(entry, at);
  // A device's word that changes nothing must not make a known app look reported.
  if (!hasNews && (device !== undefined || isAsOld(entry, times))) return record;
  const now = { ...entry, ...own.known, tags: tagged.known, ...times };
  return {
    apps: existing ? apps.map((one) => (one === existing ? now : one)) : [...apps, now],
    said: withoutOldest(tagged.said, under, now.tags),
    unproven: tagged.unproven,
  };
}

function onlyKnown<T>(tags: Record<string, T>, known: object): Record<string, T> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => Object.hasOwn(known, name)));
}

/** Forgets the oldest removals beyond `maxRemovedTags`. */
function withoutOldest(said: FieldTimes, under: string, tags: object): FieldTimes {
  const isRemoved = (key: string) => key.startsWith(under) && !Object.hasOwn(tags, key.slice(under.length));
  const removed = Object.keys(said).filter(isRemoved);
  if (removed.length <= maxRemovedTags) return said;
  const newestFirst = removed.sort((one, other) => said[other]!.getTime() - said[one]!.getTime());
  const forgotten = new Set(newestFirst.slice(maxRemovedTags));
  return Object.fromEntries(Object.entries(said).filter(([key]) => !forgotten.has(key)));
}
