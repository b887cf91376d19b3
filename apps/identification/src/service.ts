import { defineService } from '@herald/service';
import { config } from './config';
import { identificationDeps } from './deps';
import { lastDevice } from './last-device';
import { onDeviceRegistered } from './on-device-registered';
import { onIdentityUpdated } from './on-identity-updated';
import { readIdentities } from './read-identities';
import { readIdentity } from './read-identity';
import { registerDevice } from './register-device';
import { removeOldClaims } from './remove-old-claims.job';

export const service = defineService({
  name: 'identification',
  summary: 'Persons and devices as they report themselves',
  calls: ['company'],
  config,
  routes: [registerDevice, readIdentities, readIdentity, lastDevice],
  consumers: [onDeviceRegistered, onIdentityUpdated],
  jobs: [{ name: 'remove-old-claims', everySeconds: 3600, run: removeOldClaims }],
  deps: identificationDeps,
});
