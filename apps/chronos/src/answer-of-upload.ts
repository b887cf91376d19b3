import type { TypeOf } from '@herald/contracts';
import { notFound } from '@herald/http';
import type { ChronosDeps } from './deps';
import { toFileFields, type fileAnswer } from './file-register.model';

/** The answer to an upload, from what it stored: no copy of it must outlive the file. */
export async function answerOfUpload(
  upload: string,
  { FileVersion }: Pick<ChronosDeps, 'FileVersion'>,
): Promise<TypeOf<typeof fileAnswer>> {
  const version = await FileVersion.findOne({ upload }).lean();
  if (!version) throw notFound();
  return toFileFields(version.file_uuid, version);
}
