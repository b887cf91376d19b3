import { join } from 'node:path';
import { createGroupCommit, openJournal } from '@herald/standin-journal';
import type { QueueRecord } from './definition-record';
import { earlierStore } from './earlier-store';
import { decodeEntry, encodeEntry } from './message-record';
import type { AfterCommit, Entry, Store, StoredEntry } from './store';

type Definition = [name: string, value: unknown];

/** The key of a message is storeId * 2^34 + position. Store id 0 is for the definitions. */
const span = 2 ** 34;
const parse = (bytes: Buffer) => JSON.parse(bytes.toString()) as Definition;

/** The queue of a damaged message, for the error text. */
function describe(key: number, values: ReadonlyMap<number, Buffer>): string | undefined {
  const storeId = Math.floor(key / span);
  if (storeId === 0) return 'a definition';
  for (const [id, bytes] of values) {
    if (id >= span) continue;
    const [name, value] = parse(bytes);
    if (name.startsWith('queue:') && (value as QueueRecord).storeId === storeId) return name.replace(':', ' ');
  }
  return undefined;
}

/** A store in a journal. Changes that a full disk refuses are not confirmed; they stay pending and are retried. */
export async function openJournalStore(dataDir: string): Promise<Store> {
  const definitions = new Map<number, Definition>();
  const entries: StoredEntry[] = [];
  const file = { path: join(dataDir, 'amqp.journal'), holds: 'queues and undelivered messages' };
  const options = { ...file, describe, earlier: earlierStore(dataDir, span), durable: true };
  const journal = await openJournal(options, (key, bytes) => {
    if (key < span) definitions.set(key, parse(bytes));
    else entries.push(decodeEntry(Math.floor(key / span), key % span, bytes));
  });
  const commits = createGroupCommit(journal, (operations) => operations);
  const keyOf = (storeId: number, entry: Entry) => storeId * span + entry.position;
  return {
    definitions: () => definitions.values(),
    entries: () => entries.splice(0),
    ...createDefinitions(commits, definitions),
    saveMessage: (storeId, entry) => commits.put(keyOf(storeId, entry), encodeEntry(entry)),
    removeMessage: (storeId, entry) => commits.remove(keyOf(storeId, entry)),
    afterCommit: createCallbacks(commits.settled),
    isFailing: commits.isFailing,
    backlogBytes: commits.backlogBytes,
    close: commits.close,
  };
}

function createDefinitions(commits: ReturnType<typeof createGroupCommit>, found: Map<number, Definition>) {
  const ids = new Map([...found].map(([id, [name]]) => [name, id]));
  let lastId = Math.max(0, ...ids.values());
  let changed = 0;
  let stored = 0;
  return {
    saveDefinition(name: string, value: unknown) {
      const id = ids.get(name) ?? ++lastId;
      ids.set(name, id);
      commits.put(id, Buffer.from(JSON.stringify([name, value])));
      changed += 1;
    },
    removeDefinition(name: string) {
      const id = ids.get(name);
      if (id === undefined) return;
      ids.delete(name);
      commits.remove(id);
      changed += 1;
    },
    definitionsStored() {
      if (stored === changed) return undefined;
      const upTo = changed;
      return commits.settled().then(() => {
        stored = Math.max(stored, upTo);
      });
    },
  };
}

/** Calls back after the commit that contains all changes so far, once for each owner. */
function createCallbacks(settled: () => Promise<void>): AfterCommit {
  const waiting = new Map<Promise<void>, Map<object, (isStored: boolean) => void>>();
  return (owner, action) => {
    const commit = settled();
    let actions = waiting.get(commit);
    if (!actions) {
      const due = (actions = new Map());
      waiting.set(commit, due);
      const runAll = (isStored: boolean) => {
        waiting.delete(commit);
        for (const run of due.values()) run(isStored);
      };
      commit.then(
        () => runAll(true),
        () => runAll(false),
      );
    }
    actions.set(owner, action);
  };
}
