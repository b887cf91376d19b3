import type { Identity, IdentityApp } from './identity.model';
import { earlier, later } from './said';

const gaps = ['core_id', 'phone_number', 'name', 'last_name', 'nationality', 'img'] as const;

/** The heir with all that it lacks and the other has. Doing it twice changes nothing. */
export function absorbed(heir: Identity, old: Identity): Identity {
  const filled = Object.fromEntries(gaps.filter((gap) => !heir[gap]).map((gap) => [gap, old[gap]]));
  const former = [...(heir.former_documents ?? []), old.uuid, ...(old.former_documents ?? [])];
  const inherited = {
    ...heir.inherited,
    ...old.inherited,
    ...(heir.dni === undefined && old.dni !== undefined ? { dni: old.dni } : {}),
    ...(heir.email === undefined && old.email !== undefined ? { email: old.email } : {}),
  };
  return {
    ...heir,
    ...filled,
    inherited,
    former_documents: [...new Set(former)],
    apps: old.apps.reduce(withEntry, heir.apps),
    said: { ...old.said, ...heir.said },
    created_at: earlier(heir.created_at, old.created_at),
    updated_at: later(new Date(), heir.updated_at),
  };
}

/** The heir after the other is gone. */
export function settled({ inherited = {}, ...heir }: Identity, withInherited: boolean): Identity {
  return withInherited ? { ...inherited, ...heir } : heir;
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
