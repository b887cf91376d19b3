import type { Message } from '../wire/message';

/** A message in one queue. Its position never changes: a requeued message returns to its original place. */
export type Entry = {
  readonly message: Message;
  readonly position: number;
  readonly expiresAt: number;
  redelivered: boolean;
  /** How often it came back from a consumer. Not stored: it starts from zero with the broker. */
  returns: number;
};
export type StoredEntry = { readonly storeId: number; readonly entry: Entry };

/**
 * Calls `action` once everything written so far is committed, with false if the commit failed. Of several actions of
 * one owner in the same commit only the last is called.
 */
export type AfterCommit = (owner: object, action: (isStored: boolean) => void) => void;

/** The durable copy of definitions (exchanges, queues, bindings) and persistent messages. */
export type Store = {
  /** What an earlier process stored; messages in the order of their positions. */
  definitions(): Iterable<[key: string, value: unknown]>;
  entries(): Iterable<StoredEntry>;
  /** Changes become durable with the next commit. */
  saveDefinition(key: string, value: unknown): void;
  removeDefinition(key: string): void;
  saveMessage(storeId: number, entry: Entry): void;
  removeMessage(storeId: number, entry: Entry): void;
  /** Resolves once all definitions are durable, rejects if the disk is full; undefined if nothing has to be awaited. */
  definitionsStored(): Promise<void> | undefined;
  afterCommit: AfterCommit;
  /** Whether the last commit failed: persistent messages must then be refused. */
  isFailing(): boolean;
  /** How many bytes wait for their commit: publishers are paused when this grows large. */
  backlogBytes(): number;
  close(): Promise<void>;
};
