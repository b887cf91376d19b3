import { companyClient, messageClient, notificationsClient, segmentClient } from '@herald/client';
import type { ServiceContext } from '@herald/service';
import { batchModel, entriesModel } from './batch.model';
import { campaignModel } from './campaign.model';
import { targetModel } from './target.model';

export type CampaignsDeps = ReturnType<typeof campaignsDeps>;

export function campaignsDeps({ database, emit, call }: ServiceContext<object>) {
  const { findApp, appsOfBundle } = companyClient(call('company'));
  const messages = call('message-persistance');
  return {
    Campaign: campaignModel(database),
    Batch: batchModel(database),
    Entries: entriesModel(database),
    Target: targetModel(database),
    findApp,
    appsOfBundle,
    ...messageClient(messages),
    ...segmentClient(messages),
    ...notificationsClient(call('notifications')),
    emit,
  };
}
