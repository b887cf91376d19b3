import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { withDeadline } from '@herald/concurrency';
import { services } from '@herald/contracts';
import type { ConnectOptions } from '@herald/persistence';
import { assemble } from './assemble';
import { ending } from './close-server';
import type { Service } from './define-service';
import { completeForDevelopment, type LoadStandIns, type StandIns } from './development';
import { createHttpServer } from './http-server';
import { openRuntime, type Undo } from './runtime';
import { readConsoleSettings, readSettings, type Env, type HouseSettings } from './settings';
import { StartError } from './start-error';

export type Started = {
  url: string;
  settings: HouseSettings;
  standIns?: StandIns;
  /** What the documentation shows in place of uuids of its examples: to be filled in. */
  examples: Map<string, string>;
  stop(): Promise<void>;
};
export type StartOptions = {
  defaultPort?: number;
  checkAnswers?: boolean;
  onQuery?: ConnectOptions['onQuery'];
  /** Loads the stand-ins for development: `() => import('@herald/standins')`. */
  develop?: LoadStandIns;
  /** Where the built operators' console lies, if this process serves it. */
  consoleFolder?: string;
};

const version = '0.1.0';
/** The time for requests, messages and jobs in progress to end at a stop. */
const graceMs = 10_000;

/** Starts services in this process, behind one port. A failure closes what was opened before. */
export async function start(list: Service[], env: Env, options: StartOptions = {}): Promise<Started> {
  const undo: Undo = [];
  const stop = () => stopAll(undo);
  try {
    return { ...(await startAll(list, env, options, undo)), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/**
 * Each step has a timeout, so that one that hangs does not block the next; together, after the drain, they fit a
 * container's grace period.
 */
async function stopAll(undo: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const { what, timeoutMs, run } of undo.splice(0).reverse())
    await withDeadline(timeoutMs, what, run()).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

async function startAll(list: Service[], env: Env, options: StartOptions, undo: Undo): Promise<Omit<Started, 'stop'>> {
  const defaultPort = options.defaultPort ?? services[list[0]!.name].port;
  const read = readSettings(list, env, defaultPort);
  const { consoleFolder } = options;
  const console = consoleFolder ? { folder: consoleFolder, settings: readConsoleSettings(env) } : undefined;
  const { settings, standIns, ...completed } = await completeForDevelopment(read, list, env, options.develop);
  if (standIns) undo.push({ what: 'Stopping the stand-ins', timeoutMs: 5_000, run: standIns.stop });
  const here: { url?: string } = {};
  const stopping = new AbortController();
  // Each open stream listens.
  setMaxListeners(0, stopping.signal);
  const runtime = await openRuntime(list, {
    ...completed,
    ...{ settings, here, undo, version, stopping: stopping.signal },
    ...options,
  });
  const { broker, databases, storage, metrics, log } = runtime;
  const assembled = await Promise.all(list.map((service) => assemble(service, runtime)));
  const settle = () => Promise.all(assembled.map((one) => one.settle()));
  undo.push({ what: 'Sending what is left', timeoutMs: 6_000, run: settle });

  // Requests publish messages: a queue that is not declared yet would never get them.
  let isServing = false;
  const ready = async () => ({
    serving: isServing,
    database: await databases.ready(),
    broker: broker.ready(),
    ...(storage ? { storage: await storage.ready() } : {}),
  });
  const examples = new Map<string, string>();
  const development = standIns?.pages;
  const server = createHttpServer({ assembled, ready, metrics, version, development, console, examples });
  const { drain, close } = ending(server);
  here.url = await listen(server, settings);
  const endWork = () => {
    stopping.abort();
    return Promise.all([close(graceMs), broker.drain(), ...assembled.map((one) => one.stopJobs())]);
  };
  undo.push({ what: 'Ending requests, messages and jobs', timeoutMs: graceMs + 2_000, run: endWork });
  await Promise.all(assembled.map((one) => one.work()));
  isServing = true;
  const drainMs = settings.DRAIN_SECONDS * 1_000;
  const leadElsewhere = () => {
    isServing = false;
    return drain(drainMs);
  };
  if (drainMs > 0) undo.push({ what: 'Draining', timeoutMs: drainMs + 1_000, run: leadElsewhere });
  log.info({ services: list.map(({ name }) => name), url: here.url }, 'started');
  return { url: here.url, settings, standIns, examples };
}

/** A burst of phones must not wait for the kernel to repeat a connection that it dropped. */
const maxPendingConnections = 4_096;

async function listen(server: Server, { HOST, PORT }: HouseSettings): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(error.code === 'EADDRINUSE' ? `PORT: ${PORT} is taken` : `PORT: cannot listen (${error.code})`),
      ),
    );
    server.listen({ port: PORT, host: HOST, backlog: maxPendingConnections }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${port}`;
}
