import { erasedAlong, removes, type Holding } from '@herald/subjects';
import { credentials, type Credential } from './credentials/credential.model';
import { ninForms } from './credentials/nin-forms';
import { removeCredential } from './credentials/remove-credential';
import type { SapienDeps } from './deps';
import { pictures, storageKey } from './pictures/picture.model';

export const personalData: Holding<SapienDeps>[] = [
  removes<Credential, SapienDeps>(credentials, {
    find: ({ company_id, dnis }) => [{ 'fields.nin': { $in: dnis.flatMap(ninForms) }, company_id }],
    copy: {
      title: { en: 'Identity cards', es: 'Documentos de identidad' },
      withheld: { picture_bands: 'The parts of picture_hash.' },
      async *files({ uuid }, { deps }) {
        for (const { name, type } of await deps.Picture.find({ credential_uuid: uuid, kept: true }).lean()) {
          const stored = await deps.storage.read(storageKey(name));
          if (stored) yield { name: `pictures/${name}.${type.replace('image/', '')}`, content: stored.content };
        }
      },
    },
    before: ({ uuid }, { deps }) => removeCredential(uuid, deps),
  }),
  erasedAlong(pictures, { noCopy: 'The pictures themselves are copied with their cards.' }),
];
