import { defineService } from '@herald/service';
import { identificationDeps } from './deps';
import { lastDevice } from './last-device';
import { onDeviceRegistered } from './on-device-registered';
import { onIdentityUpdated } from './on-identity-updated';
import { readIdentities } from './read-identities';
import { readIdentity } from './read-identity';
import { registerDevice } from './register-device';

export const service = defineService({
  name: 'identification',
  summary: 'Persons and devices as they report themselves',
  calls: ['company'],
  routes: [registerDevice, readIdentities, readIdentity, lastDevice],
  consumers: [onDeviceRegistered, onIdentityUpdated],
  deps: identificationDeps,
});
