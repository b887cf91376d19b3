import type { Caller } from '@herald/auth';
import type { SapienDeps } from '../deps';
import { toCredentialAnswer, type Credential } from './credential.model';
import { visibleCredentials } from './find-credential';

/** Credentials as in answers. An earlier credential is named only while the caller may see it. */
export async function answerCredentials(found: Credential[], caller: Caller, deps: SapienDeps) {
  const named = found
    .flatMap(({ evidence }) => evidence.copy_signs ?? [])
    .flatMap((sign) => sign.credential_uuid ?? []);
  const visible = new Set(named.length > 0 ? await visibleOf(named, caller, deps) : []);
  return found.map((credential) => toCredentialAnswer(withoutOthers(credential, visible), deps.linkTo));
}

export async function answerCredential(credential: Credential, caller: Caller, deps: SapienDeps) {
  const [answer] = await answerCredentials([credential], caller, deps);
  return answer!;
}

async function visibleOf(uuids: string[], caller: Caller, deps: SapienDeps): Promise<string[]> {
  const filter = { ...(await visibleCredentials(caller, deps)), uuid: { $in: uuids } };
  return (await deps.Credential.find(filter, { uuid: 1 }).lean()).map(({ uuid }) => uuid);
}

function withoutOthers(credential: Credential, visible: Set<string>): Credential {
  const { copy_signs } = credential.evidence;
  if (!copy_signs) return credential;
  const shown = copy_signs.map(({ credential_uuid, ...sign }) =>
    credential_uuid && visible.has(credential_uuid) ? { ...sign, credential_uuid } : sign,
  );
  return { ...credential, evidence: { ...credential.evidence, copy_signs: shown } };
}
