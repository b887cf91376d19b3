import { companyClient } from '@herald/client';
import { limitPerKey, ofMessages } from '@herald/concurrency';
import { batchedUpserts, idsInBlocks, integerIds, leases } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { erasures, hiddenNames } from '@herald/subjects';
import { batchLeaseOptions, batchLeases } from './batches/batch-lease.model';
import { maxBatchesPerCampaign } from './batches/send-batch';
import { campaignFinder } from './campaigns/find-campaign';
import { knownCampaigns } from './campaigns/known-campaign.model';
import { stoppedCampaigns } from './campaigns/stopped-campaigns';
import type { NotificationsSettings } from './config';
import { credentials } from './credentials/credential.model';
import { sealWith } from './credentials/seal';
import { campaignDeliveries } from './deliveries/campaign-delivery.model';
import { deliveries } from './deliveries/delivery.model';
import { deliveryWriter } from './deliveries/delivery-writer';
import { providerCache } from './providers/provider-cache';
import { providerFactory } from './providers/provider-factory';
import { pushMetrics } from './providers/push-metrics';
import { deviceTokens } from './tokens/device-tokens';
import { pushTokens } from './tokens/push-token.model';

/** A campaign takes thousands a second. */
const deliveryIdsPerBlock = 10_000;

export type NotificationsDeps = ReturnType<typeof notificationsDeps>;

export function notificationsDeps(context: ServiceContext<NotificationsSettings>) {
  const { settings, database, emit, call, log } = context;
  const metrics = pushMetrics(context.metrics);
  const Credential = credentials.model(database);
  const seal = sealWith(settings.CREDENTIALS_SECRET);
  const factory = providerFactory(settings, { onGoAway: (provider) => metrics.goAways.at({ provider }).add() });
  const providers = providerCache({
    Credentials: Credential,
    seal,
    factory,
    metrics,
    onUnusable: (unusable, reason) => log.error({ credentials: unusable, reason }, 'Push credentials cannot be used'),
  });
  const models = { Delivery: deliveries.model(database), CampaignDelivery: campaignDeliveries.model(database) };
  const KnownCampaign = knownCampaigns.model(database);
  const PushToken = pushTokens.model(database);
  return {
    metrics,
    PushToken,
    upsertToken: batchedUpserts(PushToken, ofMessages),
    tokensOfDevice: deviceTokens(PushToken),
    ...models,
    storeDelivery: deliveryWriter(models, idsInBlocks(integerIds(database), 'delivery', deliveryIdsPerBlock)),
    KnownCampaign,
    findCampaign: campaignFinder(KnownCampaign),
    isStopped: stoppedCampaigns(KnownCampaign),
    Credential,
    seal,
    providerFactory: factory,
    findProvider: providers.find,
    closeProviders: providers.close,
    /** The setting holds for a campaign, and its batches share it. */
    maxInFlightPerBatch: Math.floor(settings.PUSH_IN_FLIGHT / maxBatchesPerCampaign),
    leases: leases(batchLeases.model(database), batchLeaseOptions),
    limitPerCampaign: limitPerKey(maxBatchesPerCampaign),
    findApp: companyClient(call('company')).findApp,
    emit,
    ...erasures(database, context.hashValue),
    ...hiddenNames(database),
  };
}
