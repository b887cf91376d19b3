import type { ServiceLogRecord } from '@herald/contracts';

type CollapseOptions = {
  /** Equal refusals within this time are one record with a count. */
  windowMs: number;
  /** Maximum different refusals of one caller within the window; further ones share one record. */
  maxPerCaller: number;
};
type Window = { records: Map<string, ServiceLogRecord & { count: number }>; timer: NodeJS.Timeout };

const defaults: CollapseOptions = { windowMs: 60_000, maxPerCaller: 20 };
const maxCallers = 1_000;

/**
 * Keeps a caller from filling the log with refusals: the first of equal refusals is sent at once, and again with its
 * count at the end of the window. Both have the same uuid and become one record.
 */
export function collapseRefusals(
  send: (record: ServiceLogRecord) => Promise<void>,
  options: Partial<CollapseOptions> = {},
) {
  const { windowMs, maxPerCaller } = { ...defaults, ...options };
  const windows = new Map<string, Window>();

  const end = async (caller: string): Promise<void> => {
    const { records, timer } = windows.get(caller)!;
    windows.delete(caller);
    clearTimeout(timer);
    await Promise.all([...records.values()].filter(({ count }) => count > 1).map(send));
  };
  const windowOf = (caller: string): Window => {
    const known = windows.get(caller);
    if (known) return known;
    if (windows.size >= maxCallers) void end(windows.keys().next().value!);
    const fresh = { records: new Map(), timer: setTimeout(() => void end(caller), windowMs) };
    windows.set(caller, fresh);
    return fresh;
  };
  return {
    async add(record: ServiceLogRecord): Promise<void> {
      const { records } = windowOf(JSON.stringify([record.company_id, record.user_id]));
      const { resource, resource_id, resource_id_2, operation, description } = record;
      let key = JSON.stringify([resource, resource_id, resource_id_2, operation, description]);
      let logged = record;
      if (!records.has(key) && records.size >= maxPerCaller) {
        key = 'further';
        logged = { ...record, resource_id: '', resource_id_2: '', description: 'Further refused requests' };
      }
      const known = records.get(key);
      if (known) return void known.count++;
      records.set(key, { ...logged, count: 1 });
      await send(logged);
    },
    /** Sends all counts without waiting for the windows to end. */
    flush: () => Promise.all([...windows.keys()].map(end)),
  };
}
