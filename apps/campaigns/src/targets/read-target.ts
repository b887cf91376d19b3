import { exampleIds, isoDate, list, nullable, object, oneOf, string, timestamp } from '@herald/contracts';
import { found, route } from '@herald/http';
import { view } from '@herald/persistence';
import { batchIdOf } from '../batches/batch.model';
import type { Campaign } from '../campaigns/campaign.model';
import { findCampaign } from '../campaigns/find-campaign';
import type { CampaignsDeps } from '../deps';
import { findOutcomes } from './find-outcomes';
import { findTargets } from './find-targets';
import { hiddenDevices } from './hidden-devices';
import { targetStatuses } from './target-list.model';

const anyText = () => string().allow('');

/** What notifications knows about the push to a device. */
const push = view({
  provider: nullable(oneOf('fcm', 'apns')),
  name: nullable(anyText()),
  tries: list(object({ at: isoDate(), outcome: string(), answer: anyText() })),
  action: nullable(string()),
  action_button: nullable(anyText()),
  error_message: nullable(anyText()),
  reports: list(object({ action: string(), at: isoDate() })),
});
const noPush = {
  ...{ provider: null, name: null, action: null, action_button: null, error_message: null },
  tries: [],
  reports: [],
};

const story = object({
  core_id: string(),
  status: oneOf('unmatched', ...targetStatuses),
  reason: nullable(string()),
  matched: nullable(object({ by: oneOf('notifications', 'segment'), at: timestamp() })),
  settled_at: nullable(timestamp()),
  notification_uuid: nullable(string()),
  ...push.fields,
});

export const readTarget = route('GET /campaigns/api/v1/campaign/:campaign_uid/notification/:core_id', {
  summary: "Read a device's story in a campaign",
  description:
    'Why the device did or did not get the message: how it matched, all tries with the answers, its reports.',
  scope: 'campaigns:read',
  resource: 'Notification',
  logsReads: true,
  returns: found(story),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: exampleIds.campaign, core_id: 'demo-00' } },
  async handle({ params: { campaign_uid, core_id }, caller }, deps: CampaignsDeps) {
    const campaign = await findCampaign(campaign_uid, caller, deps);
    const [[known], hidden] = await Promise.all([
      findTargets(core_id, [campaign.uuid], deps),
      hiddenDevices(campaign, deps, { caller, coreIds: [core_id] }),
    ]);
    if (!known || hidden.size > 0) {
      const unmatched = { status: 'unmatched', matched: null, settled_at: null, notification_uuid: null } as const;
      const { targets_removed_at: at } = campaign;
      const reason = at ? `The devices were removed at ${at.toISOString()}` : whyUnmatched(campaign);
      return { ...noPush, ...unmatched, core_id, reason };
    }
    const { target } = known;
    const [batch, outcomes, delivery] = await Promise.all([
      deps.Batch.findById(batchIdOf(campaign.uuid, target.batch), { listed_at: 1 }).lean(),
      findOutcomes(core_id, [target], deps),
      deps.findDelivery(campaign.uuid, core_id),
    ]);
    const outcome = outcomes.get(target._id)!;
    const by = campaign.segment_id ? ('segment' as const) : ('notifications' as const);
    return {
      ...(delivery ? push.toAnswer(delivery) : noPush),
      core_id,
      ...outcome,
      ...(outcome.status === 'pending' ? { reason: whyPending(campaign) } : {}),
      matched: { by, at: batch?.listed_at ?? campaign.created_at },
      notification_uuid: delivery?.uuid ?? null,
    };
  },
});

function whyUnmatched({ segment_id, retry_of, approval, terminated, expanded, walked_at }: Campaign): string {
  if (approval?.status === 'pending')
    return terminated ? 'The campaign was stopped before its approval' : 'The campaign waits for its approval';
  if (approval?.status === 'rejected' || approval?.status === 'expired') return 'The campaign was not approved';
  if (retry_of) return 'The device had not failed in the campaign that this one repeats';
  if (!segment_id) return 'The device was not among the notifications';
  if (walked_at)
    return `The device was not in the segment when it was last walked through, at ${walked_at.toISOString()}`;
  return expanded ? 'The device was not in the segment' : 'The segment is still being walked through';
}

const whyPending = ({ terminated }: Campaign): string =>
  terminated ? 'The campaign was stopped before its turn' : 'It waits for its turn, or for another try';
