import { createHash } from 'node:crypto';
import { collection } from '@herald/persistence';

/** Leave to set a new password. A profile has one at most: a new one takes the place of the old. */
export type PasswordToken = {
  /** sha256 of the token; the token itself is in the mail alone. */
  hash: string;
  company_id: string;
  profile_uuid: string;
  expires_at: Date;
};

export const passwordTokenModel = collection<PasswordToken>('password_tokens', {
  fields: {
    hash: String,
    company_id: String,
    profile_uuid: String,
    expires_at: Date,
  },
  indexes: [
    [{ hash: 1 }, { unique: true }],
    [{ profile_uuid: 1 }, { unique: true }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
});

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The unused token of a company that a caller sent. The database clears expired ones late: time is checked here too. */
export function liveToken(company_id: string, token: string) {
  return { hash: tokenHash(token), company_id, expires_at: { $gt: new Date() } };
}
