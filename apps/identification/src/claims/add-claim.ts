import { isDeepStrictEqual } from 'node:util';
import type { Claim } from '../persons/person.model';

const maxClaims = 20;

/** Adds a claim: one for each device and set of fields, the newest `maxClaims`. Returns the same list for no change. */
export function addClaim(claims: Claim[], claim: Claim): Claim[] {
  const previous = claims.find((one) => one.core_id === claim.core_id && namesOf(one) === namesOf(claim));
  if (previous && (previous.at >= claim.at || isDeepStrictEqual(previous.fields, claim.fields))) return claims;
  const others = claims.filter((one) => one !== previous);
  return [...others, claim].sort((one, other) => one.at.getTime() - other.at.getTime()).slice(-maxClaims);
}

const namesOf = ({ fields }: Claim) => Object.keys(fields).sort().join();
