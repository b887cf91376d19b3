import { isDeepStrictEqual } from 'node:util';

/** What a device said of a person without proof and was not taken over. */
export type Claim = { core_id: string; at: Date; fields: Record<string, string> };

const maxClaims = 20;

/** The claims with one more: one of each device and set of fields, the newest `maxClaims`. */
export function withClaim(claims: Claim[], claim: Claim): Claim[] {
  const previous = claims.find((one) => one.core_id === claim.core_id && namesOf(one) === namesOf(claim));
  if (previous && (previous.at >= claim.at || isDeepStrictEqual(previous.fields, claim.fields))) return claims;
  const others = claims.filter((one) => one !== previous);
  return [...others, claim].sort((one, other) => one.at.getTime() - other.at.getTime()).slice(-maxClaims);
}

const namesOf = ({ fields }: Claim) => Object.keys(fields).sort().join();
