/**
 * Messages that no try could help, and how they get another chance once the cause is mended.
 *
 *   npm run dead-letters -- list    [--queue NAME] [--id MESSAGE_ID] [--limit N]
 *   npm run dead-letters -- redrive [--queue NAME] [--id MESSAGE_ID] [--limit N]
 *
 * At AMQP_URL and NAMESPACE, or those of the development stack that runs on DATA_DIR. Of a message it shows when it was
 * sent, the queue it came from, its tries, type, id and why it was put aside; never what is in it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deadLetters, UnknownQueue, type DeadLetter, type DeadLetterFilter, type DeadLetters } from '@herald/messaging';

/** What the one line at the end says. */
class Mistake extends Error {}

const usage = 'npm run dead-letters -- list|redrive [--queue NAME] [--id MESSAGE_ID] [--limit N]';
const { AMQP_URL, NAMESPACE = 'herald', DATA_DIR = '.data' } = process.env;

function readArguments(): { command: string; filter: DeadLetterFilter } {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      options: { queue: text, id: text, limit: text },
      allowPositionals: true,
    });
    const [command = '', ...more] = positionals;
    if (!(command in commands) || more.length > 0) throw new Error(`Usage: ${usage}`);
    const { limit, ...filter } = values;
    if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) throw new Error('--limit must be a number above zero');
    return { command, filter: { ...filter, ...(limit === undefined ? {} : { limit: Number(limit) }) } };
  } catch (error) {
    throw new Mistake((error as Error).message.split('\n')[0]);
  }
}

async function brokerUrl(): Promise<string> {
  if (AMQP_URL) return AMQP_URL;
  try {
    const text = await readFile(join(DATA_DIR, 'embedded.json'), 'utf8');
    return (JSON.parse(text) as { urls: { AMQP_URL: string } }).urls.AMQP_URL;
  } catch {
    throw new Mistake(`AMQP_URL is not set, and no development stack runs on ${DATA_DIR}`);
  }
}

const head = ['sent', 'from', 'tries', 'type', 'id', 'reason'];
const rowOf = ({ at, queue, tries, type, id, reason }: DeadLetter) =>
  [at, queue, tries, type, id, reason].map((cell) => String(cell ?? '-'));

function print(letters: DeadLetter[]): void {
  const rows = [head, ...letters.map(rowOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

const counted = (letters: DeadLetter[]) => `${letters.length} dead letter${letters.length === 1 ? '' : 's'}`;

const commands: Record<string, (letters: DeadLetters, filter: DeadLetterFilter) => Promise<void>> = {
  async list(letters, filter) {
    const found = await letters.list(filter);
    if (found.length > 0) print(found);
    console.log(found.length > 0 ? counted(found) : nothing(filter));
  },
  async redrive(letters, filter) {
    const { redriven, kept } = await letters.redrive(filter);
    if (redriven.length + kept.length === 0) return console.log(nothing(filter));
    console.log(`${counted(redriven)} sent back`);
    if (kept.length === 0) return;
    print(kept);
    throw new Mistake(`${counted(kept)} kept: the queues they came from are gone`);
  },
};

const nothing = ({ queue, id }: DeadLetterFilter) =>
  `No dead letters${queue ? ` from ${queue}` : ''}${id ? ` with the id ${id}` : ''}`;

async function main(): Promise<void> {
  const { command, filter } = readArguments();
  const url = await brokerUrl();
  const letters = await deadLetters(url, NAMESPACE).catch((error: NodeJS.ErrnoException) => {
    // The address may hold a password.
    throw new Mistake(`AMQP_URL: no broker answers (${error.code ?? 'it refuses us'})`);
  });
  try {
    await commands[command]!(letters, filter);
  } finally {
    await letters.close().catch(() => {});
  }
}

main().catch((error: Error) => {
  const isExpected = error instanceof Mistake || error instanceof UnknownQueue;
  console.error(`dead-letters: ${isExpected ? error.message : `the broker went away: ${error.message}`}`);
  process.exit(1);
});
