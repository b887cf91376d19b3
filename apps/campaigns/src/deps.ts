import { companyClient, messageClient, notificationsClient, segmentClient } from '@herald/client';
import { limitPerKey } from '@herald/concurrency';
import { optimisticUpdates } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { hiddenNames } from '@herald/subjects';
import { batches } from './batches/batch.model';
import { entries } from './batches/entries.model';
import { campaigns } from './campaigns/campaign.model';
import { campaignMetrics } from './campaigns/campaign-metrics';
import { countsFeed } from './campaigns/live-counts';
import type { CampaignsSettings } from './config';
import { firstWalks } from './late/first-walk';
import { portions } from './portions/portion.model';
import { targetLists } from './targets/target-list.model';
import { targets } from './targets/target.model';

export type CampaignsDeps = ReturnType<typeof campaignsDeps>;

export function campaignsDeps(context: ServiceContext<CampaignsSettings>) {
  const { database, emit, call, settings, metrics, hashValue, log } = context;
  const { findApp, appsOfBundle } = companyClient(call('company'));
  const messages = call('message-persistance');
  const TargetList = targetLists.model(database);
  const Campaign = campaigns.model(database);
  const Batch = batches.model(database);
  const Entries = entries.model(database);
  const Portion = portions.model(database);
  return {
    Campaign,
    Batch,
    watchCounts: countsFeed({ Campaign, Batch }).watch,
    Entries,
    Portion,
    firstWalk: firstWalks({ Portion, Entries }),
    Target: targets.model(database),
    TargetList,
    updateTargets: optimisticUpdates(TargetList),
    /** Batches of a campaign are dispatched by one at a time: two would exceed the limit in flight. */
    dispatchInTurn: limitPerKey(1),
    /** The campaigns whose rate this process keeps. */
    paced: new Set<string>(),
    findApp,
    appsOfBundle,
    ...messageClient(messages),
    ...segmentClient(messages),
    ...notificationsClient(call('notifications')),
    limits: settings,
    metrics: campaignMetrics(metrics),
    emit,
    hashValue,
    log,
    ...hiddenNames(database),
  };
}
