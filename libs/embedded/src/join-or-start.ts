import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startAmqp } from './amqp/start-amqp';
import type { DevelopmentPages } from './development-page';
import { startMail, type Mail } from './mail/start-mail';
import { startMongo } from './mongo/start-mongo';
import { pushSettings, type PushSettings } from './push/push-settings';
import { startPush } from './push/start-push';

/** Addresses of the stand-ins, and what else their clients must know, by the names of settings. */
export type EmbeddedUrls = { MONGO_URL: string; AMQP_URL: string; SMTP_URL: string } & PushSettings;
/** The stand-ins of one data folder; `pages` only in the process that runs them. */
export type Embedded = { urls: EmbeddedUrls; pages?: DevelopmentPages; stop(): Promise<void> };

type Ports = { mongo: number; amqp: number; mail: number; push: number };
type Holder = { pid: number; urls?: EmbeddedUrls };

/** Database, broker, mail and push providers for development: those that another process runs on the same folder, or our own. */
export async function joinOrStart(
  dataDir: string,
  ports: Ports = { mongo: 0, amqp: 0, mail: 0, push: 0 },
): Promise<Embedded> {
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
  return writeFile(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 }).then(
    () => true,
    () => false,
  );
}

async function startHere(path: string, dataDir: string, ports: Ports): Promise<Embedded> {
  const at = (name: 'mongo' | 'amqp' | 'mail') => ({ port: ports[name], dataDir: join(dataDir, name) });
  const parts = await Promise.all([
    startMongo(at('mongo')),
    startAmqp(at('amqp')),
    startMail(at('mail')),
    // Makes its own folder there.
    startPush({ port: ports.push, dataDir }),
  ]);
  const [mongo, amqp, mail, push] = parts;
  const addresses = { MONGO_URL: mongo.url, AMQP_URL: amqp.url, SMTP_URL: mail.url };
  const urls = { ...addresses, ...(await pushSettings(push, dataDir)) };
  const mine: Holder = { pid: process.pid, urls };
  // It holds a key: whoever may not read that key may not read this.
  await rm(`${path}.new`, { force: true });
  await writeFile(`${path}.new`, JSON.stringify(mine), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return {
    urls,
    pages: { '/_dev/mail/messages': () => [JSON.stringify(listOf(mail.messages()))], ...push.pages },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
      await rm(path, { force: true });
    },
  };
}

const listOf = (data: Mail[]) => ({ total: data.length, data });

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
