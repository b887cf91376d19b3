/** A queue that serves the tenants in turn, and the items of each tenant in order. */
export function fairQueue<T>(onSize: (size: number) => void = () => {}) {
  /** Tenants in the order of their turns. */
  const queues = new Map<string, T[]>();
  const sized = () => onSize([...queues.values()].reduce((sum, items) => sum + items.length, 0));
  return {
    push(tenant: string, item: T): void {
      queues.set(tenant, [...(queues.get(tenant) ?? []), item]);
      sized();
    },
    shift(): T | undefined {
      const [first] = queues;
      if (!first) return undefined;
      const [tenant, [item, ...others]] = first;
      queues.delete(tenant);
      if (others.length > 0) queues.set(tenant, others);
      sized();
      return item;
    },
    remove(tenant: string, item: T): void {
      const others = (queues.get(tenant) ?? []).filter((other) => other !== item);
      if (others.length > 0) queues.set(tenant, others);
      else queues.delete(tenant);
      sized();
    },
    isEmpty: () => queues.size === 0,
    /** Removes and returns all items. */
    drain(): T[] {
      const items = [...queues.values()].flat();
      queues.clear();
      sized();
      return items;
    },
  };
}
