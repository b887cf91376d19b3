/**
 * Carries out again, after a restore, the erasures that the restored backup does not know.
 *
 *   npm run erasures -- list > erasures.jsonl
 *   npm run erasures -- again --since 2026-03-01T08:00Z < erasures.jsonl
 *   kubectl exec -i deploy/herald-identification -- node erasures.command.js again --since … < erasures.jsonl
 *
 * `list` writes a line of JSON for each erasure, without data of persons: keep it apart from the backups. `again` reads
 * such lines, or those that the service logs at the end of each erasure, and waits until the services have answered. It
 * needs MONGO_URL, NAMESPACE and the SERVICE_JWT_SECRET with which the hashes were made.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { services } from '@herald/contracts';
import { connectDatabase, type Connection } from '@herald/persistence';
import { databaseName, erasedHash } from '@herald/service';
import { devices } from './devices/device.model';
import { persons } from './persons/person.model';
import { listErasures, repeatErasures, type Erasure } from './subjects/repeat-erasures';
import { subjectRequests } from './subjects/subject-request.model';

/** What the one line at the end says. */
class Mistake extends Error {}

const { MONGO_URL, NAMESPACE = 'herald', SERVICE_JWT_SECRET, SUBJECT_SERVICES } = process.env;
const usage = 'usage: erasures list > FILE, or erasures again --since TIME < FILE';
const maxWaitMs = 15 * 60_000;

async function list(database: Connection): Promise<void> {
  for await (const erasure of listErasures({ SubjectRequest: subjectRequests.model(database) }))
    process.stdout.write(`${JSON.stringify(erasure)}\n`);
}

async function again(database: Connection, since: Date): Promise<void> {
  if (!SERVICE_JWT_SECRET) throw new Mistake('SERVICE_JWT_SECRET is not set');
  const erasures = await readErasures();
  const SubjectRequest = subjectRequests.model(database);
  const deps = {
    ...{ SubjectRequest, Device: devices.model(database), Person: persons.model(database) },
    ...{ hashValue: erasedHash('identification', SERVICE_JWT_SECRET) },
    subjectServices: SUBJECT_SERVICES?.split(',') ?? Object.keys(services),
  };
  const uuids = await repeatErasures(erasures, since, deps);
  console.log(`${erasures.length} erasures read, ${uuids.length} to be carried out again`);
  const count = (state: 'running' | 'done' | 'refused') =>
    SubjectRequest.countDocuments({ uuid: { $in: uuids }, state });
  for (const end = Date.now() + maxWaitMs; (await count('running')) > 0 && Date.now() < end;) await sleep(1_000);
  const [done, refused, running] = [await count('done'), await count('refused'), await count('running')];
  console.log(`${done} done, ${refused} refused for a legal hold, ${running} not answered by all services yet`);
  if (refused + running > 0)
    throw new Mistake('Some persons are not erased: see GET /identification/api/v1/subject_request');
}

async function readErasures(): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const { company_id, subject_hash, finished_at } = parsed(line);
    const isWhole = [company_id, subject_hash, finished_at].every((one) => typeof one === 'string');
    if (!isWhole || Number.isNaN(Date.parse(finished_at!)))
      throw new Mistake(`Line ${erasures.length + 1} is no erasure`);
    erasures.push({ company_id: company_id!, subject_hash: subject_hash!, finished_at: finished_at! });
  }
  if (erasures.length === 0) throw new Mistake('The list on the standard input is empty');
  return erasures;
}

function parsed(line: string): Partial<Erasure> {
  try {
    return JSON.parse(line) as Partial<Erasure>;
  } catch {
    return {};
  }
}

function readArguments(): { command: string; since: Date } {
  const { values, positionals } = parseArgs({ options: { since: { type: 'string' } }, allowPositionals: true });
  const [command = ''] = positionals;
  if (!['list', 'again'].includes(command)) throw new Mistake(usage);
  const since = new Date(values.since ?? (command === 'list' ? 0 : ''));
  if (Number.isNaN(since.getTime()))
    throw new Mistake('--since must be the moment of the backup, as 2026-03-01T08:00Z');
  return { command, since };
}

async function main(): Promise<void> {
  const { command, since } = readArguments();
  if (!MONGO_URL) throw new Mistake('MONGO_URL is not set');
  const server = await connectDatabase(MONGO_URL, { poolSize: 2 });
  try {
    const database = server.database(databaseName(NAMESPACE, 'identification'));
    await (command === 'list' ? list(database) : again(database, since));
  } finally {
    await server.close();
  }
}

main().catch((error: Error & { code?: unknown }) => {
  // The error of a connection may hold the address with its password.
  const isKnown = error instanceof Mistake;
  console.error(`erasures: ${isKnown ? error.message : `stopped (${String(error.code ?? error.name)})`}`);
  process.exit(1);
});
