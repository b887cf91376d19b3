import { counters } from '@herald/persistence';
import { defineService } from '@herald/service';
import { blockedNames, tombstones } from '@herald/subjects';
import { batchLeases } from './batches/batch-lease.model';
import { onPushBatch } from './batches/on-push-batch';
import { knownCampaigns } from './campaigns/known-campaign.model';
import { onCampaignStopped } from './campaigns/on-campaign-stopped';
import { config } from './config';
import { credentials } from './credentials/credential.model';
import { saveCredentials } from './credentials/save-credentials';
import { campaignDeliveries } from './deliveries/campaign-delivery.model';
import { deliveries } from './deliveries/delivery.model';
import { listSingleDeliveries } from './deliveries/list-single-deliveries';
import { readDelivery } from './deliveries/read-delivery';
import { readDeliveryHistory } from './deliveries/read-delivery-history';
import { reportDelivery } from './deliveries/report-delivery';
import { notificationsDeps } from './deps';
import { sendMessage } from './messages/send-message';
import { personalData } from './personal-data';
import { retention } from './retention';
import { listTokenStates } from './tokens/list-token-states';
import { onDeviceRegistered } from './tokens/on-device-registered';
import { onDevicesUnseen } from './tokens/on-devices-unseen';
import { pushTokens } from './tokens/push-token.model';

export const service = defineService({
  name: 'notifications',
  summary: 'Push tokens, sending through FCM and APNs, and the delivery record of each notification',
  needs: ['push'],
  calls: ['company'],
  config,
  records: [
    batchLeases,
    knownCampaigns,
    credentials,
    deliveries,
    campaignDeliveries,
    pushTokens,
    tombstones,
    blockedNames,
    counters,
  ],
  routes: {
    sendMessage,
    readDelivery,
    reportDelivery,
    readDeliveryHistory,
    listSingleDeliveries,
    listTokenStates,
    saveCredentials,
  },
  consumers: [onDeviceRegistered, onPushBatch, onCampaignStopped, onDevicesUnseen],
  personalData,
  retention,
  deps: notificationsDeps,
  live: ({ closeProviders }) => closeProviders,
});
