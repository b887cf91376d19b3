type Waiting = { bytes: number; resolve: () => void; reject: (error: Error) => void };

/** A bound on the number and the bytes of items in flight; items that exceed it wait in the order of arrival. */
export function flowWindow({ maxItems, maxBytes }: { maxItems: number; maxBytes: number }) {
  let items = 0;
  let bytes = 0;
  let waiting: Waiting[] = [];
  const hasRoom = () => items < maxItems && bytes < maxBytes;
  const take = (size: number) => {
    items++;
    bytes += size;
  };
  return {
    /** Resolves when the item may be sent; rejects when the waiting items are refused. */
    async enter(size: number): Promise<void> {
      if (waiting.length === 0 && hasRoom()) return take(size);
      await new Promise<void>((resolve, reject) => waiting.push({ bytes: size, resolve, reject }));
    },
    /** Ends an item that entered, and lets in those that wait for its place. */
    leave(size: number): void {
      items--;
      bytes -= size;
      while (waiting.length > 0 && hasRoom()) {
        const next = waiting.shift()!;
        take(next.bytes);
        next.resolve();
      }
    },
    refuseWaiting(error: Error): void {
      const refused = waiting;
      waiting = [];
      for (const { reject } of refused) reject(error);
    },
  };
}
