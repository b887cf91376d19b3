import { defineService } from '@herald/service';
import { config } from './config';
import { notificationsDeps } from './deps';
import { onCampaignStopped } from './on-campaign-stopped';
import { onDeviceRegistered } from './on-device-registered';
import { onPushBatch } from './on-push-batch';
import { readDelivery } from './read-delivery';
import { readDeliveryStory } from './read-delivery-story';
import { reportDelivery } from './report-delivery';
import { saveCredentials } from './save-credentials';
import { sendMessage } from './send-message';

export const service = defineService({
  name: 'notifications',
  summary: 'Push tokens, sending through FCM and APNs, and what became of each notification',
  needs: ['push'],
  calls: ['company'],
  config,
  routes: [sendMessage, readDelivery, reportDelivery, readDeliveryStory, saveCredentials],
  consumers: [onDeviceRegistered, onPushBatch, onCampaignStopped],
  deps: notificationsDeps,
});
