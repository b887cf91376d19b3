import { subjectCollected } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { ChronosDeps } from '../deps';
import { copyKeptMs } from './copy-file.model';

/** Keeps a part until all are there. A late one, of a file that is made already, is left out. */
export const onSubjectCollected = consumer({
  name: 'on-subject-collected',
  on: subjectCollected,
  async handle({ company_id: _company, names, ...part }, { CopyFile, CopyPart, hashValue }: ChronosDeps) {
    const { request_uuid, attempt, part: number } = part;
    const _id = `${attempt}/${number}`;
    const $setOnInsert = { ...part, names: names.map(hashValue), expires_at: new Date(Date.now() + copyKeptMs) };
    await CopyPart.updateOne({ _id }, { $setOnInsert }, { upsert: true });
    // Looked at afterwards, so that no part outlives a file that is made meanwhile.
    if (await CopyFile.exists({ _id: request_uuid, made: true })) await CopyPart.deleteOne({ _id });
  },
});
