import { expires, staysUntilErased, type Retention } from '@herald/subjects';
import { passwordTokens } from './password-token.model';
import { profiles } from './profile.model';

export const retention: Retention<unknown>[] = [
  staysUntilErased(profiles, 'accounts, with which their users sign in'),
  expires(passwordTokens, { at: 'expires_at', rule: 'the life of a link' }),
];
