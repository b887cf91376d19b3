import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { ChronosDeps } from './deps';
import type { FileRegister } from './file-register.model';

/** A file of the caller's companies, or 404. */
export async function findFile(uuid: string, caller: Caller, { FileRegister }: ChronosDeps): Promise<FileRegister> {
  const file = await FileRegister.findOne({ uuid, ...ownedBy(caller) }).lean();
  if (!file) throw notFound();
  return file;
}
