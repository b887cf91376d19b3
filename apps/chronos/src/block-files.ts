import { normalDni } from '@herald/contracts';
import type { ChronosDeps } from './deps';
import type { FileVersion, Tags } from './file-register.model';

/** The values of tags in the forms in which persons are known. */
export const namesIn = (tags: Tags): string[] => [
  ...new Set(Object.values(tags).flatMap((value) => [value, normalDni(value)])),
];

type Blocked = Pick<FileVersion, 'tags' | 'block'>;
type Deps = Pick<ChronosDeps, 'FileRegister' | 'FileVersion' | 'isBlocked'>;

/** The block that follows from a version's tags; undefined where the version has it already. */
export async function newBlock({ tags, block }: Blocked, company_id: string, { isBlocked }: Deps) {
  const is = await isBlocked(company_id, namesIn(tags));
  return is === (block?.is ?? false) ? undefined : { is, at: new Date() };
}

/** Blocks a version whose tags name a blocked person, and its file while it shows the version. False: no change. */
export async function blockVersion(version: FileVersion, company_id: string, deps: Deps): Promise<boolean> {
  const block = await newBlock(version, company_id, deps);
  if (!block) return false;
  const { file_uuid: uuid, upload, version: number } = version;
  await deps.FileVersion.updateOne({ upload }, { $set: { block } });
  await deps.FileRegister.updateOne({ uuid, version: number }, { $set: { block } });
  return true;
}
