import { defineService } from '@herald/service';
import { countActions } from './count-actions';
import { createCampaign } from './create-campaign';
import { campaignsDeps } from './deps';
import { expandCampaign } from './expand-campaign';
import { keepGoing } from './keep-going';
import { listCampaigns } from './list-campaigns';
import { listTargets } from './list-targets';
import { lookForNewDevices } from './look-for-new-devices';
import { onDeliveryReported } from './on-delivery-reported';
import { onDeliveryResults } from './on-delivery-results';
import { readCampaign } from './read-campaign';
import { readTarget } from './read-target';
import { stopCampaign } from './stop-campaign';

export const service = defineService({
  name: 'campaigns',
  summary: 'Campaigns: one message to many devices, and what became of it',
  calls: ['company', 'message-persistance', 'notifications'],
  routes: [createCampaign, readCampaign, stopCampaign, listCampaigns, listTargets, readTarget],
  consumers: [expandCampaign, onDeliveryResults, onDeliveryReported],
  jobs: [keepGoing, countActions, lookForNewDevices],
  deps: campaignsDeps,
});
