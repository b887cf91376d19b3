import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './mail';

const mostMails = 1_000;

export type MailBox = {
  /** Resolves when the mail is written. */
  add(mail: Mail): Promise<void>;
  /** Newest first. */
  messages(): Mail[];
};

function parseLines(content: string): Mail[] {
  return content.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as Mail] : [];
    } catch {
      // The last line of a process that was killed while writing it.
      return [];
    }
  });
}

async function readMails(path: string): Promise<Mail[]> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseLines(content).slice(-mostMails);
}

async function rewrite(path: string, mails: Mail[]): Promise<void> {
  const lines = mails.map((mail) => `${JSON.stringify(mail)}\n`);
  await writeFile(`${path}.new`, lines.join(''));
  await rename(`${path}.new`, path);
}

/** The last 1,000 mails, one line each in a file that is rewritten when it has grown to twice that. */
export async function openMailBox(dataDir: string): Promise<MailBox> {
  const folder = join(dataDir, 'mail');
  const path = join(folder, 'mails.jsonl');
  await mkdir(folder, { recursive: true });
  const mails = await readMails(path);
  await rewrite(path, mails);
  let lines = mails.length;
  let last: Promise<void> = Promise.resolve();
  const write = async (mail: Mail) => {
    await appendFile(path, `${JSON.stringify(mail)}\n`);
    mails.push(mail);
    if (mails.length > mostMails) mails.shift();
    if (++lines < mostMails * 2) return;
    await rewrite(path, mails);
    lines = mails.length;
  };
  return {
    add(mail) {
      const written = last.then(() => write(mail));
      last = written.catch(() => undefined);
      return written;
    },
    messages: () => mails.toReversed(),
  };
}
