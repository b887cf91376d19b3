import type { Provenance } from '@herald/contracts';
import { maxApps } from '../apps/merge-app';
import { earlier, later } from '../record-times';
import type { Identity } from './identity.model';

const gaps = ['core_id', 'phone_number', 'name', 'last_name', 'nationality', 'img'] as const;
const keys = ['dni', 'email'] as const;

/** The heir with all that it lacks and the other identity has. Idempotent. */
export function absorbIdentity(heir: Identity, old: Identity): Identity {
  const filled = gaps.filter((gap) => !heir[gap] && old[gap]);
  const inherited = keys.filter((key) => heir[key] === undefined && old[key] !== undefined);
  const former = [...(heir.former_documents ?? []), old.uuid, ...(old.former_documents ?? [])];
  return {
    ...heir,
    ...valuesOf(old, filled),
    inherited: { ...heir.inherited, ...old.inherited, ...valuesOf(old, inherited) },
    former_documents: [...new Set(former)],
    apps: old.apps.reduce(mergeEntry, heir.apps).slice(0, maxApps),
    block: heir.block?.is ? heir.block : (old.block ?? heir.block),
    ...mergeProvenance(heir, old, new Set<string>([...filled, ...inherited])),
    created_at: earlier(heir.created_at, old.created_at),
    updated_at: later(new Date(), heir.updated_at),
    is_untold: true,
  };
}

/** The heir with the inherited keys, once the other identity is deleted. */
export const takeInherited = ({ inherited = {}, ...heir }: Identity): Identity => ({ ...inherited, ...heir });

const valuesOf = <Name extends keyof Identity>(identity: Identity, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, identity[name]])) as Pick<Identity, Name>;

/** Each value keeps its source: a merge does not turn a device's unproven value into an operator's. */
function mergeProvenance(heir: Identity, old: Identity, takenOver: Set<string>): Provenance {
  const newerInOld = old.apps.filter((app) => {
    const own = heir.apps.find(({ app_id }) => app_id === app.app_id);
    return own && own.updated_at < app.updated_at;
  });
  const isFromOld = (key: string) =>
    takenOver.has(key) ||
    !(Object.hasOwn(heir.said, key) || Object.hasOwn(heir.unproven ?? {}, key)) ||
    (Object.hasOwn(old.said, key) && newerInOld.some(({ app_id }) => key.startsWith(`${app_id}/`)));
  const choose = <T>(ofHeir: Record<string, T> = {}, ofOld: Record<string, T> = {}) => ({
    ...Object.fromEntries(Object.entries(ofHeir).filter(([key]) => !isFromOld(key))),
    ...Object.fromEntries(Object.entries(ofOld).filter(([key]) => isFromOld(key))),
  });
  return { said: choose(heir.said, old.said), unproven: choose(heir.unproven, old.unproven) };
}

type Entry = Identity['apps'][number];

/** Of two entries of one app, the newer one decides; its missing tags come from the older one. */
function mergeEntry(apps: Entry[], other: Entry): Entry[] {
  const own = apps.find(({ app_id }) => app_id === other.app_id);
  if (!own) return [...apps, other];
  const [newer, older] = own.updated_at >= other.updated_at ? [own, other] : [other, own];
  const created_at = earlier(own.created_at, other.created_at);
  const merged = { ...newer, tags: { ...older.tags, ...newer.tags }, created_at };
  return apps.map((one) => (one === own ? merged : one));
}
