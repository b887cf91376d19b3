import { nullable, object, optional, string, type TypeOf } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** Users of companies. They sign in by e-mail or username, both stored in lower case. */
export const profiles = record('profiles', {
  fields: {
    uuid: string(),
    company_id: string(),
    email: optional(string()),
    username: optional(string()),
    name: string(),
  },
  internal: {
    /** The result of `hashPassword`. Part of no answer, log line or message. */
    password_hash: string(),
  },
  personal: ['uuid', 'email', 'username', 'name', 'password_hash'],
  impersonal: ['company_id'],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    // A profile may lack one of the two: only profiles that have it compete for it.
    [
      { company_id: 1, email: 1 },
      { unique: true, partialFilterExpression: { email: { $exists: true } }, name: 'one_email' },
    ],
    [
      { company_id: 1, username: 1 },
      { unique: true, partialFilterExpression: { username: { $exists: true } }, name: 'one_username' },
    ],
  ],
  timestamps: true,
});
export type Profile = Stored<typeof profiles>;

export const profileAnswer = object({ ...profiles.fields, email: nullable(string()), username: nullable(string()) });

export function toProfileAnswer(profile: Profile): TypeOf<typeof profileAnswer> {
  const { email, username, ...answer } = profiles.toAnswer(profile);
  return { ...answer, email: email || null, username: username || null };
}
