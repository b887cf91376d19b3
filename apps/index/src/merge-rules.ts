import type { Provenance } from '@herald/contracts';
import { maxApps } from './app-entry';
import type { Identity, IdentityApp } from './identity.model';
import { earlier, later } from './times';

const gaps = ['core_id', 'phone_number', 'name', 'last_name', 'nationality', 'img'] as const;
const keys = ['dni', 'email'] as const;

/** The heir with all that it lacks and the other has. Doing it twice changes nothing. */
export function absorbed(heir: Identity, old: Identity): Identity {
  const filled = gaps.filter((gap) => !heir[gap] && old[gap]);
  const inherited = keys.filter((key) => heir[key] === undefined && old[key] !== undefined);
  const former = [...(heir.former_documents ?? []), old.uuid, ...(old.former_documents ?? [])];
  return {
    ...heir,
    ...pick(old, filled),
    inherited: { ...heir.inherited, ...old.inherited, ...pick(old, inherited) },
    former_documents: [...new Set(former)],
    apps: old.apps.reduce(withEntry, heir.apps).slice(0, maxApps),
    ...mergedProvenance(heir, old, new Set<string>([...filled, ...inherited])),
    created_at: earlier(heir.created_at, old.created_at),
    updated_at: later(new Date(), heir.updated_at),
  };
}

/** The heir after the other is gone. */
export function settled({ inherited = {}, ...heir }: Identity): Identity {
  return { ...inherited, ...heir };
}

const pick = <Name extends keyof Identity>(identity: Identity, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, identity[name]])) as Pick<Identity, Name>;

/** Every value keeps who said it: a merge turns no device's word into an operator's. */
function mergedProvenance(heir: Identity, old: Identity, takenOver: Set<string>): Required<Provenance> {
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

/** Of an app that both know, the newer entry decides, and the older one fills in tags. */
function withEntry(apps: IdentityApp[], other: IdentityApp): IdentityApp[] {
  const there = apps.find(({ app_id }) => app_id === other.app_id);
  if (!there) return [...apps, other];
  const [newer, older] = there.updated_at >= other.updated_at ? [there, other] : [other, there];
  const created_at = earlier(there.created_at, other.created_at);
  const entry = { ...newer, tags: { ...older.tags, ...newer.tags }, created_at };
  return apps.map((one) => (one === there ? entry : one));
}
