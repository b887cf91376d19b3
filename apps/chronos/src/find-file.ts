import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { ChronosDeps } from './deps';
import type { FileRegister } from './file-register.model';

/** A file that the caller may see, or 404. */
export async function findFile(uuid: string, caller: Caller, { FileRegister }: ChronosDeps): Promise<FileRegister> {
  const file = await FileRegister.findOne({ uuid, ...ownedBy(caller), ...visibleTo(caller) }).lean();
  if (!file) throw notFound();
  return file;
}
