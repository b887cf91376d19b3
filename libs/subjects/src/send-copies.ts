import { randomUUID } from 'node:crypto';
import { subjectCollected, type SubjectCollected, type SubjectRequested } from '@herald/contracts';
import type { Holding } from './holding';
import type { SubjectWork } from './on-subject-requested';
import { namesOf, type Work } from './subject';

/** A quarter of the largest message that brokers take by default; base64 and the envelope need room. */
const maxPartBytes = 262_144;

type Sender = Pick<SubjectWork, 'service' | 'emit' | 'holdings'>;
type Part = Pick<SubjectCollected, 'name' | 'title' | 'form' | 'content'>;

/** Sends a copy of what the service holds of the person, in parts that are confirmed when this ends. */
export async function sendCopies(request: SubjectRequested, { service, emit, holdings }: Sender, work: Work<never>) {
  const { request_uuid, company_id } = request;
  const names = namesOf(request);
  const attempt = randomUUID();
  let [parts, found] = [0, 0];
  for (const { collection, collect } of holdings as Holding<never>[]) {
    if (!collect) continue;
    const { title, pieces } = collect;
    const send = (part: Omit<Part, 'title'>) =>
      emit(subjectCollected, { request_uuid, company_id, service, names, attempt, part: parts++, title, ...part });
    const records = batchesOf(maxPartBytes, (content) => send({ name: collection, form: 'records', content }));
    for await (const piece of pieces(request, work)) {
      work.pause();
      if ('record' in piece) {
        found++;
        await records.add(JSON.stringify(piece.record));
      } else
        for await (const content of chunksOf(piece.file.content))
          await send({ name: piece.file.name, form: 'file', content: content.toString('base64') });
    }
    await records.end();
  }
  return { found, changed: 0, sent: { attempt, parts } };
}

/** Collects texts until a batch of them is as long as this; batches are JSON arrays without their brackets. */
function batchesOf(maxLength: number, send: (batch: string) => Promise<void>) {
  let texts: string[] = [];
  let length = 0;
  const end = async () => {
    if (texts.length > 0) await send(texts.join(',\n'));
    [texts, length] = [[], 0];
  };
  return {
    end,
    async add(text: string) {
      if (length > 0 && length + text.length > maxLength) await end();
      texts.push(text);
      length += text.length;
    },
  };
}

async function* chunksOf(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const read of content)
    for (let at = 0; at < read.length; at += maxPartBytes) yield read.subarray(at, at + maxPartBytes);
}
