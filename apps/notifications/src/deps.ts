import { companyClient } from '@herald/client';
import { limitPerKey } from '@herald/concurrency';
import { idsInBlocks, integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { batchClaims } from './batches/batch-claims';
import { claimModel } from './batches/claim.model';
import { maxBatchesPerCampaign } from './batches/send-batch';
import { knownCampaignModel } from './campaigns/known-campaign.model';
import { stoppedCampaigns } from './campaigns/stopped-campaigns';
import type { NotificationsSettings } from './config';
import { credentialModel } from './credentials/credential.model';
import { sealWith } from './credentials/seal';
import { deliveryModel } from './deliveries/delivery.model';
import { deliveryWriter } from './deliveries/delivery-writer';
import { providerCache } from './providers/provider-cache';
import { providerFactory } from './providers/provider-factory';
import { deviceTokens } from './tokens/device-tokens';
import { pushTokenModel } from './tokens/push-token.model';

export type NotificationsDeps = ReturnType<typeof notificationsDeps>;

export function notificationsDeps({ settings, database, emit, call, log }: ServiceContext<NotificationsSettings>) {
  const Credential = credentialModel(database);
  const seal = sealWith(settings.CREDENTIALS_SECRET);
  const factory = providerFactory(settings);
  const providers = providerCache({
    Credentials: Credential,
    seal,
    factory,
    onUnusable: (credentials, reason) => log.error({ credentials, reason }, 'Push credentials cannot be used'),
  });
  const Delivery = deliveryModel(database);
  const KnownCampaign = knownCampaignModel(database);
  const PushToken = pushTokenModel(database);
  return {
    PushToken,
    tokensOfDevice: deviceTokens(PushToken),
    Delivery,
    writer: deliveryWriter(Delivery, idsInBlocks(integerIds(database), 'delivery')),
    KnownCampaign,
    isStopped: stoppedCampaigns(KnownCampaign),
    Credential,
    seal,
    providerFactory: factory,
    findProvider: providers.find,
    closeProviders: providers.close,
    /** The setting holds for a campaign, and its batches share it. */
    maxInFlightPerBatch: Math.ceil(settings.PUSH_IN_FLIGHT / maxBatchesPerCampaign),
    claims: batchClaims(claimModel(database)),
    limitPerCampaign: limitPerKey(maxBatchesPerCampaign),
    findApp: companyClient(call('company')).findApp,
    emit,
  };
}
