import type { Entry } from './ready-list';

export type Definitions = Record<string, unknown>;
export type StoredEntry = { readonly storeId: number; readonly entry: Entry };

/**
 * Calls back when all that was written so far is committed, or with false when that failed; of several calls for one
 * owner only the last.
 */
export type AfterCommit = (owner: object, action: (isStored: boolean) => void) => void;

/** The durable copy of definitions and persistent messages. */
export type Store = {
  /** Everything a former process left, in the order of the queues. */
  definitions(): Iterable<[key: string, value: unknown]>;
  entries(): Iterable<StoredEntry>;
  /** These are durable with the next commit. */
  define(key: string, value: unknown): void;
  undefine(key: string): void;
  /** Resolves when all definitions are durable, rejects when the disk refuses; undefined when they are already. */
  definitionsStored(): Promise<void> | undefined;
  write(storeId: number, entry: Entry): void;
  erase(storeId: number, entry: Entry): void;
  afterCommit: AfterCommit;
  /** Whether messages to be stored must be refused, because the disk does not accept those before them. */
  refusesMessages(): boolean;
  /** How many bytes wait for their commit: publishers should pause when this grows large. */
  backlog(): number;
  close(): Promise<void>;
};
