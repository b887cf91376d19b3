/** A queue that serves tenants in turn, and the items of each tenant in their order. */
export function fairQueue<T>() {
  /** The order of the tenants is the order of their turns. */
  const waiting = new Map<string, T[]>();
  return {
    push(tenant: string, item: T): void {
      waiting.set(tenant, [...(waiting.get(tenant) ?? []), item]);
    },
    take(): T | undefined {
      const [next] = waiting;
      if (!next) return undefined;
      const [tenant, [item, ...others]] = next;
      waiting.delete(tenant);
      if (others.length > 0) waiting.set(tenant, others);
      return item;
    },
    remove(tenant: string, item: T): void {
      const others = (waiting.get(tenant) ?? []).filter((other) => other !== item);
      if (others.length > 0) waiting.set(tenant, others);
      else waiting.delete(tenant);
    },
    isEmpty: () => waiting.size === 0,
    /** Removes and gives all items. */
    drain(): T[] {
      const items = [...waiting.values()].flat();
      waiting.clear();
      return items;
    },
  };
}
