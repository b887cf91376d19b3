import { timestamp } from '@herald/contracts';
import { found, route, shape } from '@herald/http';
import Joi from 'joi';
import type { Batch } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { findCampaign } from './find-campaign';
import { targetId, targetStatuses, type Target } from './target.model';

const orNull = (schema: Joi.Schema) => schema.allow(null);

const storyShape = shape({
  core_id: Joi.string(),
  status: Joi.valid('unmatched', ...targetStatuses),
  reason: orNull(Joi.string()),
  matched: orNull(shape({ by: Joi.valid('notifications', 'segment'), at: timestamp() })),
  settled_at: orNull(timestamp()),
  provider: orNull(Joi.valid('fcm', 'apns')),
  name: orNull(Joi.string().allow('')),
  notification_uuid: orNull(Joi.string()),
  tries: Joi.array().items(
    shape({ at: timestamp(), outcome: Joi.string(), answer: Joi.string().allow('') }).optional(),
  ),
  action: orNull(Joi.string()),
  action_button: orNull(Joi.string().allow('')),
  error_message: orNull(Joi.string().allow('')),
  reports: Joi.array().items(shape({ action: Joi.string(), at: timestamp() }).optional()),
});

export const readTarget = route('GET /campaigns/api/v1/campaign/:campaign_uid/notification/:core_id', {
  summary: 'Why a device did, or did not, get a campaign: how it matched, all tries with the answers, its reports',
  scope: 'campaigns:read',
  resource: 'Notification',
  returns: found(storyShape),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', core_id: 'a2f1c9d0' } },
  async handle({ params: { campaign_uid, core_id }, caller }, deps: CampaignsDeps) {
    const campaign = await findCampaign(campaign_uid, caller, deps);
    const target = await deps.Target.findById(targetId(campaign.uuid, core_id)).lean<Target>();
    if (!target) return { ...nothing, core_id, status: 'unmatched', reason: whyUnmatched(campaign) };
    const [batch, delivery] = await Promise.all([
      deps.Batch.findById(`${campaign.uuid}/${target.batch}`).lean<Batch>(),
      deps.findDelivery(campaign.uuid, core_id),
    ]);
    const { status, settled_at = null } = target;
    const matched = { by: campaign.segment_id ? 'segment' : 'notifications', at: whenMatched(campaign, batch) };
    const reason = target.reason ?? whyPending(target, campaign);
    const { uuid: notification_uuid = null, ...told } = delivery ?? {};
    return { ...nothing, ...picked(told), core_id, status, reason, matched, settled_at, notification_uuid };
  },
});

const nothing = {
  matched: null,
  settled_at: null,
  provider: null,
  name: null,
  notification_uuid: null,
  tries: [],
  action: null,
  action_button: null,
  error_message: null,
  reports: [],
};

const toldNames = ['provider', 'name', 'tries', 'action', 'action_button', 'error_message', 'reports'];

function picked(told: object): object {
  return Object.fromEntries(Object.entries(told).filter(([name]) => toldNames.includes(name)));
}

function whenMatched({ created_at }: Campaign, batch: Batch | null): Date {
  return batch?.listed_at ?? created_at;
}

function whyUnmatched({ segment_id, expanded, walked_at }: Campaign): string {
  if (!segment_id) return 'The device was not among the notifications';
  if (walked_at)
    return `The device was not in the segment when it was last walked through, at ${walked_at.toISOString()}`;
  return expanded ? 'The device was not in the segment' : 'The segment is still being walked through';
}

function whyPending({ status }: Target, { terminated }: Campaign): string | null {
  if (status !== 'pending') return null;
  return terminated ? 'The campaign was stopped before its turn' : 'It waits for its turn, or for another try';
}
