import { removes, type Holding } from '@herald/subjects';
import type { IndexDeps } from './deps';
import { devices, type Device } from './devices/device.model';
import { identities, type Identity } from './identities/identity.model';

export const personalData: Holding<IndexDeps>[] = [
  removes<Identity>(identities, {
    // An address alone names no other person: families share one.
    find: ({ company_id, dnis, emails }) => [
      { company_id, dni: { $in: dnis } },
      { company_id, email: { $in: emails }, dni: { $exists: false } },
    ],
    handles: ({ core_id, email, unproven = {} }) => ({
      core_ids: core_id !== '' && !unproven.core_id ? [core_id] : [],
      emails: email && !unproven.email ? [email] : [],
    }),
  }),
  removes<Device>(devices, { find: ({ company_id, core_ids }) => [{ core_id: { $in: core_ids }, company_id }] }),
];
