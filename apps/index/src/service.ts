import { defineService } from '@herald/service';
import { tombstones } from '@herald/subjects';
import { indexDeps } from './deps';
import { devices } from './devices/device.model';
import { onDevicesUnseen } from './devices/on-devices-unseen';
import { readDevice } from './devices/read-device';
import { tagDevice } from './devices/tag-device';
import { createIdentity } from './identities/create-identity';
import { identities } from './identities/identity.model';
import { mergeIdentity } from './identities/merge-identity';
import { readIdentity } from './identities/read-identity';
import { tellIdentities } from './identities/tell-identities.job';
import { updateIdentity } from './identities/update-identity';
import { onDeviceRegistered } from './on-device-registered';
import { exportDevices } from './search/export-devices';
import { searchDevices } from './search/search-devices';
import { createTagValue } from './tag-values/create-tag-value';
import { listTagValues } from './tag-values/list-tag-values';
import { systemicTagValues } from './tag-values/systemic-tag-value.model';
import { updateTagValue } from './tag-values/update-tag-value';
import { personalData } from './personal-data';
import { retention } from './retention';

export const service = defineService({
  name: 'index',
  summary: 'Searchable identities and devices, systemic tags and their values',
  calls: ['company'],
  records: [devices, identities, systemicTagValues, tombstones],
  routes: {
    readDevice,
    searchDevices,
    exportDevices,
    tagDevice,
    createIdentity,
    readIdentity,
    updateIdentity,
    mergeIdentity,
    createTagValue,
    listTagValues,
    updateTagValue,
  },
  consumers: [onDeviceRegistered, onDevicesUnseen],
  jobs: [tellIdentities],
  personalData,
  retention,
  deps: indexDeps,
});
