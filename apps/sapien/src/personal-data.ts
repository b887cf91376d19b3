import { erasedAlong, removes, type Holding } from '@herald/subjects';
import { credentials, type Credential } from './credentials/credential.model';
import { ninForms } from './credentials/nin-forms';
import { removeCredential } from './credentials/remove-credential';
import type { SapienDeps } from './deps';
import { pictures } from './pictures/picture.model';

export const personalData: Holding<SapienDeps>[] = [
  removes<Credential, SapienDeps>(credentials, {
    find: ({ company_id, dnis }) => [{ 'fields.nin': { $in: dnis.flatMap(ninForms) }, company_id }],
    before: ({ uuid }, { deps }) => removeCredential(uuid, deps),
  }),
  erasedAlong(pictures, 'all'),
];
