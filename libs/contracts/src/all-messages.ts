import { campaignExpanding, campaignStopped, deliveryReported, deliveryResults, pushBatch } from './campaign-messages';
import { devicesUnseen } from './devices-unseen';
import type { MessageType } from './message';
import { deviceRegistered, deviceUpdated, identityUpdated, serviceLogged } from './messages';
import { retentionReported } from './retention-messages';
import { subjectAnswered, subjectCollected, subjectRequested } from './subject-messages';

/** Every kind of message between services. */
export const allMessages: readonly MessageType<unknown>[] = [
  ...[deviceRegistered, deviceUpdated, devicesUnseen, identityUpdated],
  ...[campaignExpanding, campaignStopped, pushBatch, deliveryResults, deliveryReported],
  ...[subjectRequested, subjectAnswered, subjectCollected],
  ...[serviceLogged, retentionReported],
];
