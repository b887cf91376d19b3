import { goesWith, retains, type Retention } from '@herald/subjects';
import { credentials, type Credential } from './credentials/credential.model';
import { removeCredential } from './credentials/remove-credential';
import type { SapienDeps } from './deps';
import { pictures } from './pictures/picture.model';

export const retention: Retention<SapienDeps>[] = [
  retains<Credential, SapienDeps>(credentials, {
    setting: 'SAPIEN_RETENTION',
    since: 'created_at',
    async remove(found, _before, { deps }) {
      for (const { uuid } of found) await removeCredential(uuid, deps);
      return found.length;
    },
  }),
  goesWith(pictures, 'their credential'),
];
