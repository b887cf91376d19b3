import { goesWith, staysUntilErased, type Retention } from '@herald/subjects';
import { devices } from './devices/device.model';
import { identities } from './identities/identity.model';

export const retention: Retention<unknown>[] = [
  goesWith(devices, 'the devices of identification'),
  staysUntilErased(identities, 'customers of the company, who are no less so for not using a phone'),
];
