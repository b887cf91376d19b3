import { companyClient, messageClient, notificationsClient, segmentClient } from '@herald/client';
import type { ServiceContext } from '@herald/service';
import { batches } from './batches/batch.model';
import { entries } from './batches/entries.model';
import { campaigns } from './campaigns/campaign.model';
import { targets } from './targets/target.model';

export type CampaignsDeps = ReturnType<typeof campaignsDeps>;

export function campaignsDeps({ database, emit, call }: ServiceContext<object>) {
  const { findApp, appsOfBundle } = companyClient(call('company'));
  const messages = call('message-persistance');
  return {
    Campaign: campaigns.model(database),
    Batch: batches.model(database),
    Entries: entries.model(database),
    Target: targets.model(database),
    findApp,
    appsOfBundle,
    ...messageClient(messages),
    ...segmentClient(messages),
    ...notificationsClient(call('notifications')),
    emit,
  };
}
