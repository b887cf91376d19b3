import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import type { SubjectFile, SubjectRequested } from '@herald/contracts';
import { namesOf, type Work } from '@herald/subjects';
import { ZipFile } from 'yazl';
import type { ChronosDeps } from '../deps';
import { copyKeptMs, copyKey, type CopyFile } from './copy-file.model';
import { bytesOf, entriesOf, recordsText, type Entry } from './copy-entries';
import { copyPage } from './copy-page';

/** Makes one file of what all services sent, and gives a link to it. Running again after a crash is harmless. */
export async function packCopies(request: SubjectRequested, work: Work<ChronosDeps>): Promise<SubjectFile> {
  const { deps, hash, postpone } = work;
  const { request_uuid: _id, company_id, collected = [] } = request;
  const { CopyFile, CopyPart, storage } = deps;
  const made = await CopyFile.findOne({ _id, made: true }).lean();
  if (made) return fileOf(made, deps);
  for (const { attempt, parts } of collected)
    // Parts come by another queue than this request.
    if ((await CopyPart.countDocuments({ attempt })) < parts) postpone(1);
  const until = new Date(Date.now() + copyKeptMs);
  const file = { company_id, names: namesOf(request).map(hash), until, made: false };
  await CopyFile.updateOne({ _id }, { $set: file }, { upsert: true });
  const path = join(storage.tempDir, `copy-${randomUUID()}`);
  try {
    await writeZip(path, await entriesOf(collected, CopyPart), request, deps);
    await storage.keep(copyKey(_id), path);
  } finally {
    await rm(path, { force: true });
  }
  const { matchedCount } = await CopyFile.updateOne({ _id }, { $set: { made: true } });
  if (matchedCount === 0) {
    // An erasure removed the record meanwhile.
    await storage.remove(copyKey(_id));
    postpone(1);
  }
  await CopyPart.deleteMany({ request_uuid: _id });
  return fileOf({ _id, until }, deps);
}

const fileOf = ({ _id, until }: Pick<CopyFile, '_id' | 'until'>, { copyLinks }: ChronosDeps): SubjectFile => ({
  link: copyLinks.to(_id, until),
  until: until.toISOString(),
});

async function writeZip(path: string, entries: Entry[], request: SubjectRequested, { CopyPart }: ChronosDeps) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const add = (name: string, content: () => AsyncIterable<string | Buffer>) =>
    // The archive does not look at the errors of what it reads.
    zip.addReadStreamLazy(name, (give) => give(null, Readable.from(content()).on('error', fail)));
  add('index.html', () => copyPage(entries, request, CopyPart));
  for (const entry of entries)
    add(entry.path, () => (entry.form === 'file' ? bytesOf(entry, CopyPart) : recordsText(entry, CopyPart)));
  zip.end();
  await pipeline(output, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
}
