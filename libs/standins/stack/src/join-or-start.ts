import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startAmqp } from '@herald/standin-amqp';
import {
  DataError,
  isAlive,
  readIdentity,
  replaceFile,
  takeLock,
  thisProcess,
  toDataError,
  type ProcessIdentity,
} from '@herald/standin-data-folder';
import { startMail, type Mail } from '@herald/standin-mail';
import { startMongo } from '@herald/standin-mongo';
import { pushSettings, startPush, type DevelopmentPages, type PushSettings } from '@herald/standin-push';

/** The settings with which clients reach the stand-ins. */
export type StandInSettings = { MONGO_URL: string; AMQP_URL: string; SMTP_URL: string } & PushSettings;
/** The stand-ins of one data folder; `pages` exists only in the process that runs them. */
export type StandIns = { urls: StandInSettings; pages?: DevelopmentPages; stop(): Promise<void> };

type Ports = { mongo: number; amqp: number; mail: number; push: number };
type StackFile = ProcessIdentity & { urls?: StandInSettings };

/**
 * Joins the stand-ins that another process runs on the same data folder, or starts them in this process. Throws a
 * DataError if a file in the folder prevents the start.
 */
export async function joinOrStart(
  dataDir: string,
  ports: Ports = { mongo: 0, amqp: 0, mail: 0, push: 0 },
): Promise<StandIns> {
  const path = join(dataDir, 'embedded.json');
  try {
    for (let tries = 0; tries < 100; tries++) {
      const urls = await findRunning(path);
      if (urls) return { urls, stop: async () => {} };
      const release = await takeLock(join(dataDir, 'embedded.lock'));
      if (release) return await startOwn(path, { dataDir, ports, release });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch (error) {
    throw toDataError(error, dataDir);
  }
  const owner = (await readIdentity(join(dataDir, 'embedded.lock')))?.pid;
  throw new DataError(`${dataDir} is in use by process ${owner}, whose stand-ins do not answer; end that process`);
}

type Start = { dataDir: string; ports: Ports; release(): Promise<void> };
type Server = { stop(): Promise<void> };

async function startOwn(path: string, { dataDir, ports, release }: Start): Promise<StandIns> {
  const optionsOf = (name: 'mongo' | 'amqp' | 'mail') => ({ port: ports[name], dataDir: join(dataDir, name) });
  // The lock is ours, so the file describes a process that has ended.
  await rm(path, { force: true, recursive: true });
  const starting = [
    startMongo(optionsOf('mongo')),
    startAmqp(optionsOf('amqp')),
    startMail(optionsOf('mail')),
    // It creates its own folder `push`.
    startPush({ port: ports.push, dataDir }),
  ] as const;
  const stopAll = (servers: readonly Server[]) => Promise.all(servers.map((part) => part.stop()));
  try {
    const parts = await Promise.all(starting);
    const [mongo, amqp, mail, push] = parts;
    const addresses = { MONGO_URL: mongo.url, AMQP_URL: amqp.url, SMTP_URL: mail.url };
    const urls = { ...addresses, ...(await pushSettings(push, dataDir)) };
    const content: StackFile = { ...(await thisProcess()), urls };
    // Contains a private key; mode 0600.
    await replaceFile(path, JSON.stringify(content));
    return {
      urls,
      pages: { '/_dev/mail/messages': () => [JSON.stringify(toPage(mail.messages()))], ...push.pages },
      async stop() {
        await stopAll(parts);
        await rm(path, { force: true });
        await release();
      },
    };
  } catch (error) {
    const settled = await Promise.allSettled<Server>(starting);
    await stopAll(settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    await release();
    throw error;
  }
}

const toPage = (data: Mail[]) => ({ total: data.length, data });

async function findRunning(path: string): Promise<StandInSettings | undefined> {
  const content = await readIdentity<StackFile>(path);
  if (!content?.urls || !(await isAlive(content))) return undefined;
  return (await isReachable(content.urls)) ? content.urls : undefined;
}

/** A file can be stale although its process runs, so the database must accept a connection. */
function isReachable({ MONGO_URL }: StandInSettings): Promise<boolean> {
  if (!URL.canParse(MONGO_URL)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(MONGO_URL).port), '127.0.0.1');
    const settle = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
