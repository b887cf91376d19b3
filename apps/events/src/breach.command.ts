/**
 * Lists what the holder of a stolen token has read and changed, as far as the service log names it.
 *
 *   npm run breach -- --subject NAME --from 2026-03-01T08:00Z [--to 2026-03-02]
 *   kubectl exec deploy/herald-events -- node breach.command.js --subject NAME --from …
 *
 * It reads the database of the events service, at MONGO_URL and NAMESPACE. The subject is that of the token: `sub`.
 * The log shows one of a caller that begins with `service:` behind `caller:`.
 */
import { parseArgs } from 'node:util';
import { connectDatabase } from '@herald/persistence';
import { databaseName } from '@herald/service';
import { seenRecords, type Misuse, type Seen } from './seen-records';
import { serviceEvents } from './service-event.model';

/** What the one line at the end says. */
class Mistake extends Error {}

const { MONGO_URL, NAMESPACE = 'herald' } = process.env;

function readArguments(): Misuse {
  const text = { type: 'string' } as const;
  const { subject, from, to } = parseArgs({ options: { subject: text, from: text, to: text } }).values;
  if (!subject || !from) throw new Mistake('usage: breach --subject NAME --from TIME [--to TIME]');
  return { subject, from: timeOf('--from', from), to: to ? timeOf('--to', to) : new Date() };
}

function timeOf(name: string, value: string): Date {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw new Mistake(`${name} must be a time, as 2026-03-01T08:00Z`);
  return time;
}

const head = ['operation', 'service', 'resource', 'id', 'company', 'times', 'first', 'last'];
const rowOf = ({ operation, service, resource, resource_id, company_id, times, first, last }: Seen) => [
  ...[operation, service, resource, resource_id, company_id || '-', String(times)],
  ...[first.toISOString(), last.toISOString()],
];

function tableOf(seen: Seen[]): string[] {
  const rows = [head, ...seen.map(rowOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

const notInTheLog = [
  'Not in the service log, so that the token may have shown more than this:',
  '- lists, searches and downloads: they name no record. Count everybody in the companies and scopes of the token.',
  '- reads by a device of its own data, by services, and of records that are no person or device;',
  '- reads before this version was installed, and records older than SERVICE_LOG_DAYS.',
  'Names that begin with `erased:` were erased since. A company of `-`: the token held all companies.',
];

async function main(): Promise<void> {
  const misuse = readArguments();
  if (!MONGO_URL) throw new Mistake('MONGO_URL is not set');
  const server = await connectDatabase(MONGO_URL, { poolSize: 2 });
  try {
    const ServiceEvent = serviceEvents.model(server.database(databaseName(NAMESPACE, 'events')));
    const { seen, nameless } = await seenRecords(misuse, ServiceEvent);
    const span = `from ${misuse.from.toISOString()} to ${misuse.to.toISOString()}`;
    console.log(`${misuse.subject}, ${span}: ${seen.length} rows`);
    if (misuse.subject.startsWith('service:'))
      console.log(`Calls of our own service. A token that a caller holds: --subject caller:${misuse.subject}`);
    if (seen.length > 0) console.log(tableOf(seen).join('\n'));
    if (nameless > 0) console.log(`and ${nameless} requests whose record the log does not name`);
    console.log(notInTheLog.join('\n'));
  } finally {
    await server.close();
  }
}

main().catch((error: Error & { code?: unknown }) => {
  // The error of a connection may hold the address with its password.
  console.error(
    `breach: ${error instanceof Mistake ? error.message : `stopped (${String(error.code ?? error.name)})`}`,
  );
  process.exit(1);
});
