import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataError, toDataError } from '@herald/standin-data-folder';
import { joinOrStart } from './join-or-start';

const dataDir = resolve(process.env.DATA_DIR ?? '.data');

/**
 * Runs the stand-ins alone: `nx up standins`. Prints their addresses and ends with a signal. DATA_DIR/embedded.json
 * contains all settings of clients, keys included.
 */
async function main(): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { urls, stop } = await joinOrStart(dataDir);
  console.error('herald: stand-ins for development run; they are not meant for production');
  console.log(JSON.stringify(Object.fromEntries(Object.entries(urls).filter(([name]) => name.endsWith('_URL')))));
  const end = () => void stop().then(() => process.exit(0), fail);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
  // A killed parent sends no signal, but its end of the pipe closes.
  process.stdin.resume().on('end', () => (process.env.STOP_WITH_STDIN ? end() : undefined));
}

function fail(cause: unknown): void {
  const error = toDataError(cause, dataDir);
  console.error(error instanceof DataError ? `herald: DATA_DIR: ${error.message}` : error);
  process.exit(1);
}

main().catch(fail);
