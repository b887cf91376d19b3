import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { SapienDeps } from '../deps';
import type { Credential } from './credential.model';

/** Finds a credential of the caller's companies, or throws the 404. */
export async function findCredential(uuid: string, caller: Caller, { Credential }: SapienDeps): Promise<Credential> {
  const credential = await Credential.findOne({ uuid, ...ownedBy(caller) }).lean();
  if (!credential) throw notFound();
  return credential;
}
