import { erasedAlong, removes, type Holding } from '@herald/subjects';
import type { CoreIdpDeps } from './deps';
import { passwordTokens } from './password-token.model';
import { profiles, type Profile } from './profile.model';

export const personalData: Holding<CoreIdpDeps>[] = [
  removes<Profile, CoreIdpDeps>(profiles, {
    find: ({ company_id, dnis, emails }) => [
      { company_id, email: { $in: emails } },
      // Companies that identify their users by document use it as the username, in lower case.
      { company_id, username: { $in: [...dnis, ...emails].map((name) => name.toLowerCase()) } },
    ],
    copy: {
      title: { en: 'Account', es: 'Cuenta' },
      withheld: { password_hash: 'A secret: a finder of the copy could guess the password with it.' },
    },
    before: ({ uuid }, { deps }) => deps.PasswordToken.deleteMany({ profile_uuid: uuid }),
  }),
  erasedAlong(passwordTokens, { noCopy: 'Keys that change a password.' }),
];
