import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { withDeadline } from '@herald/deadline';
import { services } from '@herald/envelopes';
import type { ConnectOptions } from '@herald/persistence';
import { assemble } from './assemble';
import type { Service } from './define-service';
import { completeForDevelopment, type StandIns } from './development';
import { frontDoor } from './front-door';
import { openRuntime, type Undo } from './runtime';
import { readSettings, type Env, type HouseSettings } from './settings';
import { StartError } from './start-error';

export type Started = { url: string; settings: HouseSettings; standIns?: StandIns; stop(): Promise<void> };
export type StartOptions = { defaultPort?: number; checkAnswers?: boolean; onQuery?: ConnectOptions['onQuery'] };

const version = '0.1.0';
/** What is under way at a stop has this long to end. */
const graceMs = 10_000;

/** Makes services live in this process, behind one port. What it began is undone when it fails. */
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

/** A step that hangs must not keep the next ones from their turn: together they fit into the grace period of a container. */
async function stopAll(undo: Undo): Promise<void> {
  const failures: unknown[] = [];
  for (const { what, timeoutMs, run } of undo.splice(0).reverse())
    await withDeadline(timeoutMs, what, run()).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

async function startAll(list: Service[], env: Env, options: StartOptions, undo: Undo): Promise<Omit<Started, 'stop'>> {
  const defaultPort = options.defaultPort ?? services[list[0]!.name].port;
  const read = readSettings(list, env, defaultPort);
  const { settings, standIns, ...completed } = await completeForDevelopment(read, list, env);
  if (standIns) undo.push({ what: 'Stopping the stand-ins', timeoutMs: 5_000, run: standIns.stop });
  const here: { url?: string } = {};
  const runtime = await openRuntime(list, { ...completed, settings, here, undo, ...options });
  const { broker, databases, storage, metrics, log } = runtime;
  const assembled = await Promise.all(list.map((service) => assemble(service, runtime)));
  const settle = () => Promise.all(assembled.map((one) => one.settle()));
  undo.push({ what: 'Sending what is left', timeoutMs: 6_000, run: settle });

  const ready = async () => ({
    database: await databases.ready(),
    broker: broker.ready(),
    ...(storage ? { storage: await storage.ready() } : {}),
  });
  const server = frontDoor({ assembled, ready, metrics, version, development: standIns?.pages });
  here.url = await listen(server, settings);
  const endWork = () =>
    Promise.all([closeGracefully(server), broker.drain(), ...assembled.map((one) => one.stopJobs())]);
  undo.push({ what: 'Ending requests, messages and jobs', timeoutMs: graceMs + 2_000, run: endWork });
  await Promise.all(assembled.map((one) => one.work()));
  log.info({ services: list.map(({ name }) => name), url: here.url }, 'started');
  return { url: here.url, settings, standIns };
}

async function listen(server: Server, { HOST, PORT }: HouseSettings): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(error.code === 'EADDRINUSE' ? `PORT: ${PORT} is taken` : `PORT: cannot listen (${error.code})`),
      ),
    );
    server.listen(PORT, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${port}`;
}

/**
 * Takes no new connections, lets requests end, and cuts off what is left after the grace time. Node goes on answering on
 * connections that stay open, as a gateway's do: the next answer on each is its last, and those without work are closed.
 */
async function closeGracefully(server: Server): Promise<void> {
  server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'));
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(cut);
}
