import { earlier, later, takeNewer, type Said } from './said';

/** An app as it stands on a device or with a person. */
export type AppEntry = {
  app_id: string;
  tags: Record<string, string>;
  version: string;
  created_at: Date;
  updated_at: Date;
};
export type AppNews = { app_id: string; version?: string; tags?: Record<string, string | null>; at: Date };

/** A device that makes up tag names must not grow its record without end. */
const mostTags = 500;

/** The entries with the news of one app in them; an app not there yet joins them. */
export function withApp<Entry extends AppEntry>(
  apps: Entry[],
  said: Said,
  { app_id, version, tags = {}, at }: AppNews,
  blank: (entry: AppEntry) => Entry,
): { apps: Entry[]; said: Said } {
  const there = apps.find((one) => one.app_id === app_id);
  const entry = there ?? blank({ app_id, tags: {}, version: '', created_at: at, updated_at: at });
  const own = takeNewer({ version: entry.version }, said, { news: { version }, at, under: `${app_id}/` });
  const fitting = Object.keys(entry.tags).length > mostTags ? onlyKnown(tags, entry.tags) : tags;
  const tagged = takeNewer(entry.tags, own.said, { news: fitting, at, under: `${app_id}/tags/` });
  const created_at = earlier(entry.created_at, at);
  const updated_at = later(entry.updated_at, at);
  const asItWas = there && tagged.said === said && created_at === entry.created_at && updated_at === entry.updated_at;
  if (asItWas) return { apps, said };
  const now = { ...entry, ...own.known, tags: tagged.known, created_at, updated_at };
  return { apps: there ? apps.map((one) => (one === there ? now : one)) : [...apps, now], said: tagged.said };
}

function onlyKnown<T>(tags: Record<string, T>, known: object): Record<string, T> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => Object.hasOwn(known, name)));
}
