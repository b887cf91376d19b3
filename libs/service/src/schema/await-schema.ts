import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@herald/persistence';
import { StartError } from '../start-error';
import type { Say } from './migrate';
import { readState, whyNotCurrent, type Schema } from './schema';

const pollMs = 1_000;
const defaultTimeoutMs = 60_000;

/** Waits until `migrate` has brought the database to the schema of this version, or a later one. It builds nothing. */
export async function awaitSchema(
  database: Connection,
  schema: Schema,
  say: Say,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let tries = 0; ; tries++) {
    const reason = whyNotCurrent(await readState(database, schema), schema);
    if (!reason) return;
    const line = `${schema.service}: ${reason}: run "node main.js migrate" of this version`;
    if (performance.now() > end) throw new StartError(line);
    if (tries === 0) say(`${line}; waiting for ${timeoutMs / 1000} s`);
    await sleep(pollMs);
  }
}
