import { defineService } from '@herald/service';
import { removeOldClaims } from './claims/remove-old-claims.job';
import { config } from './config';
import { identificationDeps } from './deps';
import { readLastDevice } from './devices/read-last-device';
import { registerDevice } from './devices/register-device';
import { onDeviceRegistered } from './persons/on-device-registered';
import { onIdentityUpdated } from './persons/on-identity-updated';
import { readIdentities } from './persons/read-identities';
import { readIdentity } from './persons/read-identity';

export const service = defineService({
  name: 'identification',
  summary: 'Persons and devices as they report themselves',
  calls: ['company'],
  config,
  routes: [registerDevice, readIdentities, readIdentity, readLastDevice],
  consumers: [onDeviceRegistered, onIdentityUpdated],
  jobs: [removeOldClaims],
  deps: identificationDeps,
});
