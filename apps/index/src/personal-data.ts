import { blocks, removes, type Holding, type Subject } from '@herald/subjects';
import type { IndexDeps } from './deps';
import { devices, type Device } from './devices/device.model';
import { identities, type Identity } from './identities/identity.model';

/** An address alone names no other person: families share one. */
const ownIdentities = ({ company_id, dnis, emails }: Subject) => [
  { company_id, dni: { $in: dnis } },
  { company_id, email: { $in: emails }, dni: { $exists: false } },
];

const ownDevices = ({ company_id, core_ids }: Subject) => [{ core_id: { $in: core_ids }, company_id }];

export const personalData: Holding<IndexDeps>[] = [
  removes<Identity>(identities, {
    find: ownIdentities,
    copy: {
      title: { en: 'Person, as searches find it', es: 'Persona, como la encuentran las búsquedas' },
      withheld: {
        unproven: 'Names the devices of others.',
        inherited: 'Keys of a merge under way.',
        is_untold: 'Whether other services know the last change.',
      },
    },
    handles: ({ core_id, email, unproven = {} }) => ({
      core_ids: core_id !== '' && !unproven.core_id ? [core_id] : [],
      emails: email && !unproven.email ? [email] : [],
    }),
  }),
  removes<Device>(devices, {
    find: ownDevices,
    copy: {
      title: { en: 'Devices, as searches find them', es: 'Dispositivos, como los encuentran las búsquedas' },
      withheld: { app_keys: 'Made of the apps, for searches.', trigrams: 'Made of the other fields, for searches.' },
    },
  }),
  blocks<Identity>(identities, { find: ownIdentities }),
  blocks<Device>(devices, { find: ownDevices }),
];
