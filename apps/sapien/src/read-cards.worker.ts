import { readFile, writeFile } from 'node:fs/promises';
import { SideRefused } from '@herald/card-reader';
import { openCardReader } from '@herald/card-reader/open';
import type { Read } from './card-readers';
import type { Reply, Request } from './reader-protocol';

/** A process of its own that reads one card after the other. Nothing of a card is printed. */

// A signal to the whole group, such as Ctrl-C, is the service's: it finishes its cards and ends its readers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The service is gone. An ordinary exit would wait for native code.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Where memory runs out, the kernel ends a reader, not the service.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});

const reply = (message: Reply) => void process.send!(message);
const opening = openCardReader();
// The first card reports a reader that does not open.
opening.catch(() => {});
let reading: AbortController | undefined;

async function read({ front, back }: Extract<Request, { kind: 'read' }>, signal: AbortSignal): Promise<Read> {
  const reader = await opening;
  const onDecoding = (side: 'front' | 'back' | null) => reply({ kind: 'decoding', side });
  const result = await reader.read(await readFile(front), await readFile(back), { signal, onDecoding });
  const { original: _front, ...frontRest } = result.front;
  const { original: _back, ...backRest } = result.back;
  return { ...result, front: frontRest, back: backRest };
}

const residentMegabytes = () => Math.ceil(process.memoryUsage.rss() / 2 ** 20);

// The text of an error may quote a card: only its kind leaves the process.
const toReply = (error: unknown): Reply =>
  error instanceof SideRefused
    ? { kind: 'refused', side: error.side }
    : { kind: 'failed', error: error instanceof Error ? error.name : 'unknown' };

process.on('message', (request: Request) => {
  if (request.kind === 'cancel') return reading?.abort();
  const { signal } = (reading = new AbortController());
  read(request, signal).then(
    (done) => reply({ kind: 'done', read: done, megabytes: residentMegabytes() }),
    (error: unknown) => reply(toReply(error)),
  );
});
