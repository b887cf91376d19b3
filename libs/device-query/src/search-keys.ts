/** Lookup values kept beside a device; they are derived from it and never shown. */
export type SearchKeys = { app_keys: string[]; trigrams: string[] };
export type Searchable = { core_id: string; imei: string; apps: SearchableApp[] };
type SearchableApp = { app_id: string; tags: Record<string, string>; created_at: Date; updated_at: Date };

/** The lookup values of a device, stored with its record. */
export function searchKeysOf({ core_id, imei, apps }: Searchable): SearchKeys {
  return { app_keys: [...new Set(apps.flatMap(keysOfApp))], trigrams: trigramsOf(core_id, imei) };
}

function keysOfApp({ app_id, tags, created_at, updated_at }: SearchableApp): string[] {
  const ofTags = Object.entries(tags).flatMap(([name, value]) => [tagKey(name, value), appTagKey(app_id, name, value)]);
  return [...ofTags, dayKey('created_at', created_at), dayKey('updated_at', updated_at)];
}

export const tagKey = (name: string, value: string): string => JSON.stringify([name, value]);
export const appTagKey = (appId: string, name: string, value: string): string => JSON.stringify([appId, name, value]);
export const dayKey = (name: string, date: Date): string => `${name} ${date.toISOString().slice(0, 10)}`;

/** All runs of three characters of texts, in lower case. */
export function trigramsOf(...texts: string[]): string[] {
  const trigrams = new Set<string>();
  for (const text of texts.map((one) => one.toLowerCase()))
    for (let at = 0; at + 3 <= text.length; at++) trigrams.add(text.slice(at, at + 3));
  return [...trigrams];
}
