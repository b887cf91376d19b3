import { readFile, writeFile } from 'node:fs/promises';
import { SideRefused } from '@herald/card-reader';
import { openCardReader } from '@herald/card-reader/open';
import type { CardReading } from './card-readers';
import type { Reply, Request } from './reader-protocol';

/** The program of a reader process: reads one card after the other. It must never print a value of a card. */

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

type ReadRequest = Extract<Request, { kind: 'read' }>;

async function read({ front, back, hashes }: ReadRequest, signal: AbortSignal): Promise<CardReading> {
  const reader = await opening;
  const onDecoding = (side: 'front' | 'back' | null) => reply({ kind: 'decoding', side });
  const result = await reader.read(await readFile(front), await readFile(back), { signal, onDecoding, hashes });
  const { original: _front, ...frontRest } = result.front;
  const { original: _back, ...backRest } = result.back;
  return { ...result, front: frontRest, back: backRest };
}

const residentMegabytes = () => Math.ceil(process.memoryUsage.rss() / 2 ** 20);

// The message of an error may contain values of a card: only its name leaves the process.
const toReply = (error: unknown): Reply =>
  error instanceof SideRefused
    ? { kind: 'refused', side: error.side, reason: error.message }
    : { kind: 'failed', error: error instanceof Error ? error.name : 'unknown' };

process.on('message', (request: Request) => {
  if (request.kind === 'cancel') return reading?.abort();
  const { signal } = (reading = new AbortController());
  read(request, signal).then(
    (done) => reply({ kind: 'done', read: done, megabytes: residentMegabytes() }),
    (error: unknown) => reply(toReply(error)),
  );
});
