import type { Entry } from './ready-list';

export type Definitions = Record<string, unknown>;
export type StoredEntry = { readonly storeId: number; readonly entry: Entry };

/** The durable copy of definitions and persistent messages. */
export type Store = {
  /** Everything a former process left, in the order of the queues. */
  definitions(): Iterable<[key: string, value: unknown]>;
  entries(): Iterable<StoredEntry>;
  /** Durable when it returns. */
  define(key: string, value: unknown): void;
  undefine(key: string): void;
  /** Durable with the next commit. */
  write(storeId: number, entry: Entry): void;
  erase(storeId: number, entry: Entry): void;
  /** Calls back once all that was written so far is committed; of several calls for one owner only the last. */
  afterCommit(owner: object, action: () => void): void;
  /** How many bytes wait for their commit: publishers should pause when this grows large. */
  backlog(): number;
  close(): Promise<void>;
};
