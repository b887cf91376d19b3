import { createHash } from 'node:crypto';
import { string, timestamp } from '@herald/contracts';
import { record } from '@herald/persistence';

/** Permissions to set a new password. A profile has at most one: a new one replaces the old. */
export const passwordTokens = record('password_tokens', {
  internal: {
    /** sha256 of the token; the token itself is only in the mail. */
    hash: string(),
    company_id: string(),
    profile_uuid: string(),
    expires_at: timestamp(),
  },
  personal: ['hash', 'profile_uuid'],
  impersonal: ['company_id', 'expires_at'],
  indexes: [
    [{ hash: 1 }, { unique: true }],
    [{ profile_uuid: 1 }, { unique: true }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
});

/** The stored form of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The filter of an unused token of a company. The database removes expired tokens late: the time is checked here too.
 */
export function liveToken(company_id: string, token: string) {
  return { hash: tokenHash(token), company_id, expires_at: { $gt: new Date() } };
}
