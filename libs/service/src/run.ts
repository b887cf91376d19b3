import { writeSync } from 'node:fs';
import type { Service } from './define-service';
import { safeError } from './logger';
import { runMigrate } from './schema/run-migrate';
import { start, type StartOptions, type Started } from './start';
import { StartError } from './start-error';

/** The process as `run` uses it; main.ts passes the real one. */
type HostProcess = Pick<NodeJS.Process, 'argv' | 'env' | 'exit'> & {
  on(event: string, listener: (error?: unknown) => void): unknown;
};

export type RunOptions = StartOptions & { onStarted?: (started: Started) => Promise<void> };

/** A process exits within this time after a signal, or after its drain. */
export const stopTimeoutMs = 28_000;

/**
 * Runs a program: starts services, stops them on a signal, and prints one line if it cannot start. With the argument
 * `migrate` it migrates their databases instead.
 */
export async function run(
  services: Service[] | (() => Service[]),
  host: HostProcess,
  { onStarted, ...options }: RunOptions = {},
): Promise<void> {
  const say = (line: string) => void writeSync(2, `herald: ${line}\n`);
  const die = (error: unknown) => {
    say(JSON.stringify(safeError(error)));
    host.exit(1);
  };
  host.on('uncaughtException', die);
  host.on('unhandledRejection', die);
  try {
    const list = typeof services === 'function' ? services() : services;
    const [command, ...args] = host.argv.slice(2);
    if (command === 'migrate') {
      const print = (line: string) => void writeSync(1, `${line}\n`);
      return host.exit(await runMigrate(list, host.env, { args, say: print, develop: options.develop }));
    }
    const started = await start(list, host.env, options);
    let isStopping = false;
    const onSignal = () => {
      if (isStopping) return;
      isStopping = true;
      // The process exits even if a step hangs, before its container is killed.
      const timeoutMs = started.settings.DRAIN_SECONDS * 1_000 + stopTimeoutMs;
      const tooLate = setTimeout(() => die(new Error('The stop took too long')), timeoutMs);
      started
        .stop()
        .finally(() => clearTimeout(tooLate))
        .then(() => host.exit(0), die);
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) host.on(signal, onSignal);
    if (onStarted) await onStarted(started);
    else if (started.settings.NODE_ENV !== 'production')
      say(`${list.map(({ name }) => name).join(', ')} ready at ${started.url}`);
  } catch (error) {
    if (error instanceof StartError) say(error.message);
    else die(error);
    host.exit(1);
  }
}
