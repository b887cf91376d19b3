import { defineService } from '@herald/service';
import { blockedNames } from '@herald/subjects';
import { batches } from './batches/batch.model';
import { countActions } from './batches/count-actions.job';
import { entries } from './batches/entries.model';
import { measurePending } from './batches/measure-pending.job';
import { onDeliveryResults } from './batches/on-delivery-results';
import { campaigns } from './campaigns/campaign.model';
import { createCampaign } from './campaigns/create-campaign';
import { decideApproval } from './campaigns/decide-approval';
import { listCampaigns } from './campaigns/list-campaigns';
import { lookForNewDevices } from './campaigns/look-for-new-devices.job';
import { onCampaignExpanding } from './campaigns/on-campaign-expanding';
import { readCampaign } from './campaigns/read-campaign';
import { recoverCampaigns } from './campaigns/recover-campaigns.job';
import { retryFailed } from './campaigns/retry-failed';
import { stopCampaign } from './campaigns/stop-campaign';
import { testMessage } from './campaigns/test-message';
import { watchCampaigns } from './campaigns/watch-campaigns';
import { config } from './config';
import { campaignsDeps } from './deps';
import { exportTargets } from './targets/export-targets';
import { listDeviceCampaigns } from './targets/list-device-campaigns';
import { listReasons } from './targets/list-reasons';
import { listTargets } from './targets/list-targets';
import { onDeliveryReported } from './targets/on-delivery-reported';
import { readTarget } from './targets/read-target';
import { personalData } from './personal-data';
import { retention } from './retention';
import { portions } from './portions/portion.model';
import { targetLists } from './targets/target-list.model';
import { targets } from './targets/target.model';

export const service = defineService({
  name: 'campaigns',
  summary: 'Campaigns: one message to many devices, and its outcome for each',
  calls: ['company', 'message-persistance', 'notifications'],
  records: [batches, entries, campaigns, portions, targetLists, targets, blockedNames],
  routes: {
    createCampaign,
    testMessage,
    retryFailed,
    decideApproval,
    readCampaign,
    watchCampaigns,
    stopCampaign,
    listCampaigns,
    listReasons,
    listDeviceCampaigns,
    listTargets,
    exportTargets,
    readTarget,
  },
  consumers: [onCampaignExpanding, onDeliveryResults, onDeliveryReported],
  jobs: [recoverCampaigns, countActions, lookForNewDevices, measurePending],
  config,
  personalData,
  retention,
  deps: campaignsDeps,
});
