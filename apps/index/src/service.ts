import { defineService } from '@herald/service';
import { createIdentity } from './create-identity';
import { createTagValue } from './create-tag-value';
import { indexDeps } from './deps';
import { listTagValues } from './list-tag-values';
import { mergeIdentity } from './merge-identity';
import { onDeviceRegistered } from './on-device-registered';
import { readDevice } from './read-device';
import { readIdentity } from './read-identity';
import { searchDevices } from './search-devices';
import { tagDevice } from './tag-device';
import { updateIdentity } from './update-identity';
import { updateTagValue } from './update-tag-value';

export const service = defineService({
  name: 'index',
  summary: 'Searchable identities and devices, systemic tags and their values',
  calls: ['company'],
  routes: [
    readDevice,
    searchDevices,
    tagDevice,
    createIdentity,
    readIdentity,
    updateIdentity,
    mergeIdentity,
    createTagValue,
    listTagValues,
    updateTagValue,
  ],
  consumers: [onDeviceRegistered],
  deps: indexDeps,
});
