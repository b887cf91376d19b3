import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '@herald/standin-testing';
import { createGroupCommit } from './group-commit';
import { openJournal, type Journal } from './open-journal';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'journal-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const earlier = { path: '/nowhere/earlier', leftovers: [], parse: () => new Map<number, Buffer>() };

async function open(name = 'test.journal', minGarbageBytes = 20_000) {
  const found = new Map<number, string>();
  const options = { path: join(folder, name), holds: 'all', durable: false, earlier, minGarbageBytes };
  const journal = await openJournal(options, (key, value) => found.set(key, value.toString()));
  return { journal, found };
}

describe('a journal', () => {
  it('restores the last value of each key, and compaction limits the size of the file', async () => {
    const random = createRandom(3);
    const model = new Map<number, string>();
    let { journal } = await open();
    for (let round = 0; round < 20; round++) {
      const commits = createGroupCommit(journal, () => new Map());
      for (let i = 0; i < 400; i++) {
        const key = Math.floor(random() * 50);
        const value = `${round}-${i}`.repeat(Math.floor(random() * 40) + 1);
        if (random() < 0.3) {
          commits.remove(key);
          model.delete(key);
        } else {
          commits.put(key, Buffer.from(value));
          model.set(key, value);
        }
        if (random() < 0.2) await commits.settled();
      }
      await commits.close();
      const again = await open();
      journal = again.journal;
      expect([...again.found]).toEqual([...model].sort(([a], [b]) => a - b));
      expect(statSync(join(folder, 'test.journal')).size).toBeLessThan(200_000);
    }
    await journal.close();
  });

  it('keeps every finished commit during a compaction: a copy of the file is complete at any moment', async () => {
    const { journal } = await open('test.journal', 1_000);
    const commits = createGroupCommit(journal, () => new Map());
    const model = new Map<number, string>();
    for (let i = 0; i < 300; i++) {
      const key = i % 7;
      model.set(key, `${i} `.repeat(50));
      commits.put(key, Buffer.from(model.get(key)!));
      await commits.settled();
      if (i % 10 !== 0) continue;
      copyFileSync(join(folder, 'test.journal'), join(folder, 'copy.journal'));
      const copy = await open('copy.journal');
      expect([...copy.found].sort()).toEqual([...model].sort());
      await copy.journal.close();
    }
    await commits.close();
  });

  it('reads its values in the order of the keys', async () => {
    const { journal } = await open();
    await journal.append(new Map([9, 2, 5].map((key) => [key, Buffer.from(`${key}`)])));
    await journal.close();
    const again = await open();
    expect([...again.found]).toEqual(['2', '5', '9'].map((text) => [Number(text), text]));
    await again.journal.close();
  });

  it('drops an incomplete commit of a killed process and keeps the commits before it', async () => {
    const { journal } = await open();
    await journal.append(new Map([[1, Buffer.from('kept')]]));
    await journal.close();
    const path = join(folder, 'test.journal');
    const complete = readFileSync(path);
    const { journal: second } = await open();
    await second.append(new Map([[2, Buffer.from('incomplete')]]));
    await second.close();
    // The header of the first state with a part of the second frame, as a kill during the write leaves them.
    writeFileSync(path, Buffer.concat([complete, readFileSync(path).subarray(complete.length, -2)]));
    const third = await open();
    expect([...third.found]).toEqual([[1, 'kept']]);
    await third.journal.append(new Map([[3, Buffer.from('later')]]));
    await third.journal.close();
    const fourth = await open();
    expect([...fourth.found.keys()]).toEqual([1, 3]);
    await fourth.journal.close();
  });
});

describe('commits', () => {
  /** A journal on a slow disk that can fail. */
  function slowJournal() {
    const stored = new Map<number, string>();
    const slow = { appends: 0, failure: undefined as Error | undefined };
    const journal: Journal = {
      async append(operations) {
        slow.appends += 1;
        await pause(20);
        if (slow.failure) throw slow.failure;
        for (const [key, value] of operations) stored.set(key, String(value));
      },
      has: (key) => stored.has(key),
      read: () => undefined,
      close: () => Promise.resolve(),
    };
    return { slow, stored, journal };
  }

  it('collect the changes that arrive during a commit into the next one', async () => {
    const { slow, stored, journal } = slowJournal();
    const commits = createGroupCommit(journal, () => new Map());
    const client = async (name: number) => {
      for (let i = 0; i < 5; i++) {
        commits.put(name * 10 + i, Buffer.from('x'));
        await commits.settled();
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, name) => client(name)));
    expect(stored.size).toBe(250);
    expect(slow.appends).toBe(5);
    await commits.close();
  });

  it('reject all waiting callers if a commit fails, return its changes, and continue', async () => {
    const { slow, stored, journal } = slowJournal();
    const undone: number[] = [];
    const commits = createGroupCommit(journal, (operations) => {
      undone.push(...operations.keys());
      return new Map();
    });
    slow.failure = new Error('no room');
    commits.put(1, Buffer.from('a'));
    const first = commits.settled();
    await pause(5);
    commits.put(2, Buffer.from('b'));
    await expect(Promise.all([first, commits.settled()])).rejects.toThrow('no room');
    expect(undone).toEqual([1, 2]);
    // Nothing awaits this change: its failure must not become an unhandled rejection.
    commits.put(3, Buffer.from('c'));
    while (!undone.includes(3)) await pause(5);
    slow.failure = undefined;
    commits.put(4, Buffer.from('d'));
    await commits.settled();
    expect([...stored]).toEqual([[4, 'd']]);
    await commits.close();
  });

  it('retry returned changes until the disk accepts them', async () => {
    const { slow, stored, journal } = slowJournal();
    const commits = createGroupCommit(journal, (operations) => operations);
    slow.failure = new Error('no room');
    commits.put(1, Buffer.from('a'));
    await expect(commits.settled()).rejects.toThrow('no room');
    expect(commits.isFailing()).toBe(true);
    slow.failure = undefined;
    await commits.settled();
    expect([...stored]).toEqual([[1, 'a']]);
    expect(commits.isFailing()).toBe(false);
    await commits.close();
  });
});
