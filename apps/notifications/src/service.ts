import { defineService } from '@herald/service';
import { config } from './config';
import { notificationsDeps } from './deps';
import { onCampaignStopped } from './campaigns/on-campaign-stopped';
import { listTokenStates } from './tokens/list-token-states';
import { onDeviceRegistered } from './tokens/on-device-registered';
import { onPushBatch } from './batches/on-push-batch';
import { listSingleDeliveries } from './deliveries/list-single-deliveries';
import { readDelivery } from './deliveries/read-delivery';
import { readDeliveryHistory } from './deliveries/read-delivery-history';
import { reportDelivery } from './deliveries/report-delivery';
import { saveCredentials } from './credentials/save-credentials';
import { sendMessage } from './messages/send-message';
import { personalData } from './personal-data';

export const service = defineService({
  name: 'notifications',
  summary: 'Push tokens, sending through FCM and APNs, and the delivery record of each notification',
  needs: ['push'],
  calls: ['company'],
  config,
  routes: {
    sendMessage,
    readDelivery,
    reportDelivery,
    readDeliveryHistory,
    listSingleDeliveries,
    listTokenStates,
    saveCredentials,
  },
  consumers: [onDeviceRegistered, onPushBatch, onCampaignStopped],
  personalData,
  deps: notificationsDeps,
  live: ({ closeProviders }) => closeProviders,
});
