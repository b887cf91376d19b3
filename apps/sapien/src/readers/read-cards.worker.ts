import { readFile, writeFile } from 'node:fs/promises';
import { type ExaminedSide, type SideName, SideRefused } from '@herald/card-reader';
import { openCardReader } from '@herald/card-reader/open';
import type { Reply, Request, Result, Task } from './reader-protocol';

/**
 * The program of a reader process: reads one card after the other, or the back of a card that another process reads.
 * It must never print a value of a card.
 */

// Ctrl-C signals the whole process group. The service finishes its cards and then stops the readers itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The service has exited. process.exit() would wait for native code.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// If memory runs out, the kernel must kill a reader, not the service.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

const reply = (message: Reply) => void process.send!(message);
const opening = openCardReader();
// The first card reports a failure to open.
opening.catch(() => {});
let reading: AbortController | undefined;
let backOf: { card: number; arrived: (side: ExaminedSide | null) => void } | undefined;

type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;

const onDecoding = (side: SideName | null) => reply({ kind: 'decoding', side });

async function read({ front, back, hashes, ...task }: TaskOf<'read'>, signal: AbortSignal): Promise<Result> {
  const reader = await opening;
  const backElsewhere = { isTaken: task.isBackTaken, examined: () => askForBack(task.card, signal) };
  const options = { signal, onDecoding, hashes, backElsewhere };
  const result = await reader.read(await readFile(front), await readFile(back), options);
  const { original: _front, ...frontRest } = result.front;
  const { original: _back, ...backRest } = result.back;
  return { kind: 'done', read: { ...result, front: frontRest, back: backRest }, megabytes: residentMegabytes() };
}

async function examine({ back, hashes }: TaskOf<'examine'>, signal: AbortSignal): Promise<Result> {
  const reader = await opening;
  const side = await reader.examine('back', await readFile(back), { signal, onDecoding, hashes });
  return { kind: 'examined', side, megabytes: residentMegabytes() };
}

/** The back of this card if another process examines it. Fails when the card is cancelled. */
function askForBack(card: number, signal: AbortSignal): Promise<ExaminedSide | null> {
  return new Promise((arrived, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    backOf = { card, arrived };
    reply({ kind: 'front examined' });
  });
}

const residentMegabytes = () => Math.ceil(process.memoryUsage.rss() / 2 ** 20);

// The message of an error may contain values of a card: only its name leaves the process.
const toReply = (error: unknown): Reply =>
  error instanceof SideRefused
    ? { kind: 'refused', side: error.side, reason: error.message }
    : { kind: 'failed', error: error instanceof Error ? error.name : 'unknown' };

process.on('message', (request: Request) => {
  if (request.kind === 'cancel') return reading?.abort();
  if (request.kind === 'examined back') return backOf?.card === request.card && backOf.arrived(request.side);
  const { signal } = (reading = new AbortController());
  const result = request.kind === 'read' ? read(request, signal) : examine(request, signal);
  result.then(reply, (error: unknown) => reply(toReply(error)));
});
