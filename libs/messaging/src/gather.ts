import { randomUUID } from 'node:crypto';
import type { TraceHeaders } from '@herald/tracing';
import type { Outgoing, Publisher } from './publisher';

/** The version of an envelope that holds whole messages of one type, each with the headers of its trace. */
export const gatheredVersion = 2;
export type Gathered = { version: typeof gatheredVersion; messages: { message: unknown; trace: TraceHeaders }[] };

/** Some forty reports of devices. Retries and dead letters hold single messages. */
const maxBytes = 65_536;

type Waiting = { outgoing: Outgoing; settle(done: Promise<void>): void };

/** Publishes messages of one routing key that come in one turn of the event loop as one message of the broker. */
export function gatherer(publish: Publisher, maxMessageBytes: number): (outgoing: Outgoing) => Promise<void> {
  const waiting = new Map<string, Waiting[]>();
  const flush = (key: string) => {
    const some = waiting.get(key)!;
    waiting.delete(key);
    // What surrounds a message is shorter than the message.
    for (const chunk of chunksOf(some, Math.min(maxBytes, maxMessageBytes / 2))) {
      const done = publish(gather(chunk.map(({ outgoing }) => outgoing)));
      for (const { settle } of chunk) settle(done);
    }
  };
  return (outgoing) =>
    new Promise((resolve, reject) => {
      const key = `${outgoing.exchange} ${outgoing.key}`;
      const one = { outgoing, settle: (done: Promise<void>) => void done.then(resolve, reject) };
      const others = waiting.get(key);
      if (others) return void others.push(one);
      waiting.set(key, [one]);
      setImmediate(flush, key);
    });
}

function chunksOf(some: Waiting[], max: number): Waiting[][] {
  const chunks: Waiting[][] = [];
  let bytes = Infinity;
  for (const one of some) {
    const { length } = one.outgoing.content;
    bytes += length;
    if (bytes <= max) chunks.at(-1)!.push(one);
    else {
      chunks.push([one]);
      bytes = length;
    }
  }
  return chunks;
}

/** One message stays as it is, so that consumers of earlier versions take it. */
function gather(some: Outgoing[]): Outgoing {
  const [first] = some as [Outgoing];
  if (some.length === 1) return first;
  const id = randomUUID();
  const head = { id, type: first.key, version: gatheredVersion, at: new Date().toISOString() };
  const parts = some.flatMap(({ content, options }, at) => [
    Buffer.from(`${at > 0 ? ',' : ''}{"trace":${JSON.stringify(options?.headers ?? {})},"message":`),
    content,
    closed,
  ]);
  const opened = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"messages":[`);
  const content = Buffer.concat([opened, ...parts, Buffer.from(']}')]);
  return { exchange: first.exchange, key: first.key, content, options: { messageId: id } };
}

const closed = Buffer.from('}');
