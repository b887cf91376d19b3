import { normalDni } from '@herald/contracts';
import type { SapienDeps } from '../deps';
import type { Credential, CopySign } from './credential.model';
import { bandsOf, distanceOf } from './picture-hash';

/** Of 256 bits: fewer differ in a copy that was compressed, scaled or made brighter, more in a second photograph. */
const MAX_DISTANCE = 22;
/** With another number on the card. Two cards with the same portrait, in the same place, differ in more bits. */
const MAX_DISTANCE_OF_OTHERS = 8;
const MAX_CANDIDATES = 300;

type Sent = Pick<Credential, 'uuid' | 'company_id' | 'fields'> & { picture_hash: string };

/** The sign of a copy if the company sent this picture before: with the first credential that was read from it. */
export async function findSentBefore(sent: Sent, { Credential }: Pick<SapienDeps, 'Credential'>): Promise<CopySign[]> {
  const { uuid, company_id, picture_hash } = sent;
  const candidates = await Credential.find(
    { company_id, picture_bands: { $in: bandsOf(picture_hash) }, uuid: { $ne: uuid } },
    { uuid: 1, created_at: 1, picture_hash: 1, fields: 1 },
  )
    .limit(MAX_CANDIDATES)
    .lean();
  const same = candidates.filter((candidate) => isSamePicture(candidate, sent));
  const [first] = same.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  return first ? [{ kind: 'sent_before', sent_at: first.created_at, credential_uuid: first.uuid }] : [];
}

function isSamePicture(
  candidate: Pick<Credential, 'fields' | 'picture_hash'>,
  { fields, picture_hash }: Sent,
): boolean {
  const [number, other] = [fields, candidate.fields].map(({ nin }) => normalDni(nin ?? ''));
  const max = number === other ? MAX_DISTANCE : MAX_DISTANCE_OF_OTHERS;
  return distanceOf(picture_hash, candidate.picture_hash!) <= max;
}
