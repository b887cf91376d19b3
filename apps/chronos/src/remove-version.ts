import type { ChronosDeps } from './deps';
import { storageKey, type FileVersion } from './file-register.model';

/** The bytes go first: after a crash the version still leads to them. */
export async function removeVersion(
  version: FileVersion,
  company_id: string,
  { FileVersion, storage, quotas }: Pick<ChronosDeps, 'FileVersion' | 'storage' | 'quotas'>,
): Promise<void> {
  await storage.remove(storageKey(version));
  const { deletedCount } = await FileVersion.deleteOne({ file_uuid: version.file_uuid, version: version.version });
  if (deletedCount > 0) await quotas.giveBack(company_id, version.bytes);
}
