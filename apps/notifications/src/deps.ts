import { companyClient } from '@herald/client';
import { idsInBlocks, integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { claimModel } from './claim.model';
import { batchClaims } from './claims';
import type { NotificationsSettings } from './config';
import { credentialModel } from './credential.model';
import { deliveryModel } from './delivery.model';
import { deliveryWriter } from './delivery-writer';
import { deviceTokens } from './device-tokens';
import { knownCampaignModel } from './known-campaign.model';
import { providerOpener } from './providers/open-provider';
import { providerCache } from './providers/provider-cache';
import { pushTokenModel } from './push-token.model';
import { batchesAtOnce } from './send-batch';
import { sealWith } from './seal';
import { stoppedCampaigns } from './stopped-campaigns';
import { turns } from './turns';

export type NotificationsDeps = ReturnType<typeof notificationsDeps>;

export function notificationsDeps({ settings, database, emit, call, log }: ServiceContext<NotificationsSettings>) {
  const Credential = credentialModel(database);
  const seal = sealWith(settings.CREDENTIALS_SECRET);
  const openProvider = providerOpener(settings);
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
    openProvider,
    /** Undefined where neither the app nor the settings have credentials. */
    findProvider: providerCache({
      Credentials: Credential,
      seal,
      opener: openProvider,
      onUnusable: (credentials, reason) => log.error({ credentials, reason }, 'Push credentials cannot be used'),
    }),
    /** Of each batch, so that those of a campaign together keep to the setting. */
    sendsAtOnce: Math.ceil(settings.PUSH_IN_FLIGHT / batchesAtOnce),
    claims: batchClaims(claimModel(database)),
    inTurn: turns(batchesAtOnce),
    findApp: companyClient(call('company')).findApp,
    emit,
  };
}
