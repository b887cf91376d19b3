import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { openCardReader } from '@herald/card-reader/open';
import type { Read } from './card-readers';
import type { Asked, Told } from './reader-thread';

/** What a thread of its own does: opens one reader and reads one card after the other. Nothing of a card is printed. */
const port = parentPort!;
const tell = (told: Told) => port.postMessage(told);
const opening = openCardReader();
// Who asks first learns of a reader that does not open.
opening.catch(() => {});
let under: AbortController | undefined;

async function read({ front, back }: Extract<Asked, { kind: 'read' }>, signal: AbortSignal): Promise<Read> {
  const reader = await opening;
  const reading = await reader.read(await readFile(front), await readFile(back), { signal });
  const { original: _front, ...frontRest } = reading.front;
  const { original: _back, ...backRest } = reading.back;
  return { ...reading, front: frontRest, back: backRest };
}

/** What the thread holds: its heap, and what lies outside of it, the engines' memory among it. */
function megabytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return Math.ceil((heapUsed + external) / 2 ** 20);
}

port.on('message', (asked: Asked) => {
  if (asked.kind === 'cancel') return under?.abort();
  const { signal } = (under = new AbortController());
  read(asked, signal).then(
    (done) => tell({ kind: 'done', read: done, megabytes: megabytes() }),
    // The text of an error may quote what was read: its kind alone goes out.
    (error: unknown) => tell({ kind: 'failed', error: error instanceof Error ? error.name : 'unknown' }),
  );
});
