import { mkdirSync } from 'node:fs';
import { open } from 'lmdb';
import { commitSoon, createCommitQueue, queuePut, queueRemove } from './commit-queue';
import { decodeEntry, encodeEntry, entryKey } from './entry-record';
import type { Store } from './store';

function openDatabases(path: string) {
  mkdirSync(path, { recursive: true });
  // Without this a commit's promise resolves before the disk has it.
  const root = open({ path, maxDbs: 4, overlappingSync: false });
  return {
    root,
    definitions: root.openDB<unknown, string>({ name: 'definitions', encoding: 'json' }),
    messages: root.openDB<Buffer, Buffer>({ name: 'messages', encoding: 'binary', keyEncoding: 'binary' }),
  };
}

/** A store in an lmdb environment; `onFailure` is told when a commit fails, after which nothing is confirmed. */
export function createLmdbStore(path: string, onFailure: (error: unknown) => void): Store {
  const { root, definitions, messages } = openDatabases(path);
  const queue = createCommitQueue();
  let last: Promise<unknown> = Promise.resolve();
  const writer = {
    put: (storeId: number, entry: Parameters<typeof encodeEntry>[0]) =>
      void (last = messages.put(entryKey(storeId, entry.position), encodeEntry(entry))),
    remove: (storeId: number, entry: Parameters<typeof encodeEntry>[0]) =>
      void (last = messages.remove(entryKey(storeId, entry.position))),
    committed: () => last,
  };
  const soon = () => commitSoon(queue, writer, onFailure);
  return {
    *definitions() {
      for (const { key, value } of definitions.getRange()) yield [key, value];
    },
    *entries() {
      for (const { key, value } of messages.getRange()) yield decodeEntry(key, value);
    },
    define: (key, value) => definitions.putSync(key, value),
    undefine: (key) => void definitions.removeSync(key),
    write(storeId, entry) {
      queuePut(queue, storeId, entry);
      soon();
    },
    erase(storeId, entry) {
      queueRemove(queue, storeId, entry);
      soon();
    },
    afterCommit(owner, action) {
      queue.actions.set(owner, action);
      soon();
    },
    backlog: () => queue.backlog,
    async close() {
      while (queue.running) await queue.running;
      await root.close();
    },
  };
}
