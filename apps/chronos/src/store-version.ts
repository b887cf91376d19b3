import { invalid, type UploadedFile } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import { newBlock } from './block-files';
import { beginUpload } from './begin-upload';
import type { ChronosDeps } from './deps';
import { storageKey, type FileVersion } from './file-register.model';

type NewVersion = Pick<FileVersion, 'file_uuid' | 'upload' | 'folder' | 'tags'> & {
  company_id: string;
  file?: UploadedFile;
};

/**
 * Stores an upload as the next version of its file. The bytes come first: a version on record can always be read.
 * Concurrent uploads get consecutive numbers; a repeat of one upload finds the version that the first try stored.
 */
export async function storeVersion(
  { file, company_id, ...wanted }: NewVersion,
  deps: ChronosDeps,
): Promise<FileVersion> {
  if (!file) throw invalid({ errors: { file: ['is required'] } });
  const { FileVersion, storage } = deps;
  const { file_uuid, upload } = wanted;
  const before = await FileVersion.findOne({ upload }).lean();
  if (before) return before;
  await beginUpload({ company_id, file_uuid, upload, bytes: file.size }, deps);
  await storage.keep(storageKey(wanted), file.path);
  const block = await newBlock(wanted, company_id, deps);
  const { name, type, sha256, size: bytes } = file;
  for (;;) {
    const last = await FileVersion.findOne({ file_uuid: wanted.file_uuid }).sort({ version: -1 }).lean();
    const version = (last?.version ?? 0) + 1;
    try {
      const stored = {
        ...wanted,
        name: name.slice(0, 255),
        type,
        sha256,
        bytes,
        version,
        block,
        created_at: new Date(),
      };
      return (await FileVersion.create(stored)).toObject();
    } catch (error) {
      const keys = duplicateKeys(error);
      if (!keys) throw error;
      const earlier = await FileVersion.findOne({ upload: wanted.upload }).lean();
      if (earlier) return earlier;
    }
  }
}

/** The content that a file shows of a version. */
export function contentOf({ version, name, bytes, folder, tags, block, created_at }: FileVersion) {
  // The file must not keep the block of an earlier version.
  return { version, name, bytes, folder, tags, block: block ?? { is: false, at: created_at }, created_at };
}

/** From then on the days of the older versions count. */
export async function markReplaced(
  { file_uuid, version, created_at }: FileVersion,
  { FileVersion }: Pick<ChronosDeps, 'FileVersion'>,
): Promise<void> {
  const older = { file_uuid, version: { $lt: version }, replaced_at: { $exists: false } };
  await FileVersion.updateMany(older, { $set: { replaced_at: created_at } });
}
