import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startAmqp } from './amqp/start-amqp';
import { startMail, type Mail } from './mail/start-mail';
import { startMongo } from './mongo/start-mongo';

export type EmbeddedUrls = { MONGO_URL: string; AMQP_URL: string; SMTP_URL: string };
/** The stand-ins of one data folder; `mails` only in the process that runs them. */
export type Embedded = { urls: EmbeddedUrls; mails?: () => Mail[]; stop(): Promise<void> };

type Holder = { pid: number; urls?: EmbeddedUrls };

/** Database, broker and mail for development: those that another process runs on the same folder, or our own. */
export async function joinOrStart(dataDir: string, ports = { mongo: 0, amqp: 0, mail: 0 }): Promise<Embedded> {
  const path = join(dataDir, 'embedded.json');
  for (let tries = 0; tries < 100; tries++) {
    if (await take(path)) return startHere(path, dataDir, ports);
    const holder = await holderOf(path);
    if (!holder || !isAlive(holder.pid)) await rm(path, { force: true });
    else if (holder.urls && (await answers(holder.urls))) return { urls: holder.urls, stop: async () => {} };
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Another process holds the stand-ins of ${dataDir} and does not answer`);
}

async function take(path: string): Promise<boolean> {
  const mine: Holder = { pid: process.pid };
  return writeFile(path, JSON.stringify(mine), { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

async function startHere(
  path: string,
  dataDir: string,
  ports: { mongo: number; amqp: number; mail: number },
): Promise<Embedded> {
  const at = (name: 'mongo' | 'amqp' | 'mail') => ({ port: ports[name], dataDir: join(dataDir, name) });
  const parts = await Promise.all([startMongo(at('mongo')), startAmqp(at('amqp')), startMail(at('mail'))]);
  const [mongo, amqp, mail] = parts;
  const urls = { MONGO_URL: mongo.url, AMQP_URL: amqp.url, SMTP_URL: mail.url };
  const mine: Holder = { pid: process.pid, urls };
  await writeFile(`${path}.new`, JSON.stringify(mine));
  await rename(`${path}.new`, path);
  return {
    urls,
    mails: mail.messages,
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
      await rm(path, { force: true });
    },
  };
}

async function holderOf(path: string): Promise<Holder | undefined> {
  return readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Holder,
    () => undefined,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

/** A process id may have been given to somebody else since: only who answers is there. */
function answers({ MONGO_URL }: EmbeddedUrls): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(MONGO_URL).port), '127.0.0.1');
    const settle = (there: boolean) => {
      socket.destroy();
      resolve(there);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
