import { join } from 'node:path';
import { createGroupCommit } from '../journal/group-commit';
import { openJournal } from '../journal/open-journal';
import type { QueueRecord } from './definition-record';
import { earlierStore } from './earlier-store';
import { decodeEntry, encodeEntry } from './entry-record';
import type { Entry } from './ready-list';
import type { AfterCommit, Store, StoredEntry } from './store';

type Definition = [name: string, value: unknown];

/** Messages are kept under queue * 2^34 + position; queue 0 holds the definitions. */
const span = 2 ** 34;
const parse = (bytes: Buffer) => JSON.parse(bytes.toString()) as Definition;

/** Names the queue of a damaged message. */
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

/** A store in a journal. What a full disk refuses is not confirmed and stays pending until there is room again. */
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
    write: (storeId, entry) => commits.put(keyOf(storeId, entry), encodeEntry(entry)),
    erase: (storeId, entry) => commits.remove(keyOf(storeId, entry)),
    afterCommit: createCallbacks(commits.settled),
    refusesMessages: commits.isFailing,
    backlog: commits.backlog,
    close: commits.close,
  };
}

function createDefinitions(commits: ReturnType<typeof createGroupCommit>, found: Map<number, Definition>) {
  const ids = new Map([...found].map(([id, [name]]) => [name, id]));
  let lastId = Math.max(0, ...ids.values());
  let changed = 0;
  let stored = 0;
  return {
    define(name: string, value: unknown) {
      const id = ids.get(name) ?? ++lastId;
      ids.set(name, id);
      commits.put(id, Buffer.from(JSON.stringify([name, value])));
      changed += 1;
    },
    undefine(name: string) {
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

/** Calls back after the commit under which all so far falls, once for each owner. */
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
