import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startAmqp } from './amqp/start-amqp';
import { DataError, toDataError } from './data-error';
import type { DevelopmentPages } from './development-page';
import { startMail, type Mail } from './mail/start-mail';
import { startMongo } from './mongo/start-mongo';
import { replaceFile } from './private-files';
import { isAlive, readIdentity, takeLock, thisProcess, type ProcessIdentity } from './process-lock';
import { pushSettings, type PushSettings } from './push/push-settings';
import { startPush } from './push/start-push';

/** Addresses of the stand-ins, and what else their clients must know, by the names of settings. */
export type EmbeddedUrls = { MONGO_URL: string; AMQP_URL: string; SMTP_URL: string } & PushSettings;
/** The stand-ins of one data folder; `pages` only in the process that runs them. */
export type Embedded = { urls: EmbeddedUrls; pages?: DevelopmentPages; stop(): Promise<void> };

type Ports = { mongo: number; amqp: number; mail: number; push: number };
type Holder = ProcessIdentity & { urls?: EmbeddedUrls };

/**
 * Database, broker, mail and push providers for development: those that another process runs on the same folder, or
 * our own. Throws a DataError if a file there keeps them from starting.
 */
export async function joinOrStart(
  dataDir: string,
  ports: Ports = { mongo: 0, amqp: 0, mail: 0, push: 0 },
): Promise<Embedded> {
  const path = join(dataDir, 'embedded.json');
  try {
    for (let tries = 0; tries < 100; tries++) {
      const urls = await findRunning(path);
      if (urls) return { urls, stop: async () => {} };
      const release = await takeLock(join(dataDir, 'embedded.lock'));
      if (release) return await startHere(path, { dataDir, ports, release });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch (error) {
    throw toDataError(error, dataDir);
  }
  const owner = (await readIdentity(join(dataDir, 'embedded.lock')))?.pid;
  throw new DataError(`${dataDir} is in use by process ${owner}, whose stand-ins do not answer; end that process`);
}

type Start = { dataDir: string; ports: Ports; release(): Promise<void> };
type Part = { stop(): Promise<void> };

async function startHere(path: string, { dataDir, ports, release }: Start): Promise<Embedded> {
  const at = (name: 'mongo' | 'amqp' | 'mail') => ({ port: ports[name], dataDir: join(dataDir, name) });
  // Whatever is left of it describes a process that is gone.
  await rm(path, { force: true, recursive: true });
  const starting = [
    startMongo(at('mongo')),
    startAmqp(at('amqp')),
    startMail(at('mail')),
    // Makes its own folder there.
    startPush({ port: ports.push, dataDir }),
  ] as const;
  const stopAll = (parts: readonly Part[]) => Promise.all(parts.map((part) => part.stop()));
  try {
    const parts = await Promise.all(starting);
    const [mongo, amqp, mail, push] = parts;
    const addresses = { MONGO_URL: mongo.url, AMQP_URL: amqp.url, SMTP_URL: mail.url };
    const urls = { ...addresses, ...(await pushSettings(push, dataDir)) };
    const holder: Holder = { ...(await thisProcess()), urls };
    // Contains a private key; mode 0600.
    await replaceFile(path, JSON.stringify(holder));
    return {
      urls,
      pages: { '/_dev/mail/messages': () => [JSON.stringify(listOf(mail.messages()))], ...push.pages },
      async stop() {
        await stopAll(parts);
        await rm(path, { force: true });
        await release();
      },
    };
  } catch (error) {
    const settled = await Promise.allSettled<Part>(starting);
    await stopAll(settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    await release();
    throw error;
  }
}

const listOf = (data: Mail[]) => ({ total: data.length, data });

async function findRunning(path: string): Promise<EmbeddedUrls | undefined> {
  const holder = await readIdentity<Holder>(path);
  if (!holder?.urls || !(await isAlive(holder))) return undefined;
  return (await answers(holder.urls)) ? holder.urls : undefined;
}

/** The file may be older than the process: its database must accept connections. */
function answers({ MONGO_URL }: EmbeddedUrls): Promise<boolean> {
  if (!URL.canParse(MONGO_URL)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(MONGO_URL).port), '127.0.0.1');
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
