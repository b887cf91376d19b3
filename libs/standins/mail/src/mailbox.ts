import { join } from 'node:path';
import { createGroupCommit, openJournal } from '@herald/standin-journal';
import { earlierMails } from './earlier-mails';
import type { Mail } from './mail';

const maxMails = 1_000;

export type Mailbox = {
  /** Resolves once the mail is on disk. */
  add(mail: Mail): Promise<void>;
  /** All mails, newest first. */
  messages(): Mail[];
  close(): Promise<void>;
};

/** The last 1,000 mails, stored in a journal. */
export async function openMailbox(dataDir: string): Promise<Mailbox> {
  const file = { path: join(dataDir, 'mail.journal'), holds: 'all mails caught', earlier: earlierMails(dataDir) };
  const mails = new Map<number, Mail>();
  const journal = await openJournal({ ...file, durable: true }, (key, bytes) =>
    mails.set(key, JSON.parse(bytes.toString()) as Mail),
  );
  const commits = createGroupCommit(journal, () => new Map());
  let nextKey = Math.max(0, ...mails.keys()) + 1;
  const removeOldest = () => {
    for (const key of mails.keys()) {
      if (mails.size <= maxMails) break;
      mails.delete(key);
      commits.remove(key);
    }
  };
  removeOldest();
  return {
    async add(mail) {
      const key = nextKey++;
      commits.put(key, Buffer.from(JSON.stringify(mail)));
      await commits.settled();
      mails.set(key, mail);
      removeOldest();
    },
    messages: () => [...mails.values()].toReversed(),
    close: commits.close,
  };
}
