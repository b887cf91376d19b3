import type { PartsOfService } from '@herald/contracts';
import type { Model } from '@herald/persistence';
import type { CopyPart } from './copy-part.model';

/** What becomes one file of the archive. */
export type Entry = Pick<CopyPart, 'attempt' | 'service' | 'name' | 'title' | 'form'> & { path: string };

/** Names come from users too: nothing of them leads out of the folder of the service. */
const safeName = (name: string): string =>
  name
    .split('/')
    .map((part) => part.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '_'))
    .filter(Boolean)
    .join('/')
    .slice(0, 200);

const rank = ({ service }: Entry): number => (service === 'identification' ? 0 : 1);

/** The files of the archive, in the order in which the services sent them. */
export async function entriesOf(collected: PartsOfService[], CopyPart: Model<CopyPart>): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  for (const { attempt } of collected) {
    const parts = CopyPart.find({ attempt }, { content: 0 }).sort({ part: 1 });
    for (const { service, name, title, form } of await parts.lean()) {
      const path = `${service}/${safeName(name)}${form === 'records' ? '.json' : ''}`;
      entries.set(path, { attempt, service, name, title, form, path });
    }
  }
  // The names of the person come first.
  return [...entries.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** One part at a time is in memory. */
async function* contentsOf({ attempt, name, form }: Entry, CopyPart: Model<CopyPart>): AsyncGenerator<string> {
  const parts = await CopyPart.find({ attempt, name, form }, { _id: 1 }).sort({ part: 1 }).lean();
  for (const { _id } of parts) yield (await CopyPart.findOne({ _id }).lean())?.content ?? '';
}

export async function* bytesOf(entry: Entry, CopyPart: Model<CopyPart>): AsyncGenerator<Buffer> {
  for await (const content of contentsOf(entry, CopyPart)) yield Buffer.from(content, 'base64');
}

/** Parts are JSON arrays without their brackets. */
export async function* recordsText(entry: Entry, CopyPart: Model<CopyPart>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const content of contentsOf(entry, CopyPart)) {
    yield `${isFirst ? '[\n' : ',\n'}${content}`;
    isFirst = false;
  }
  yield '\n]\n';
}

export async function* recordsOf(entry: Entry, CopyPart: Model<CopyPart>): AsyncGenerator<object> {
  for await (const content of contentsOf(entry, CopyPart)) yield* JSON.parse(`[${content}]`) as object[];
}
