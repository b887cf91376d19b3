import { nullable, object, optional, string, timestamp, type TypeOf } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findCampaign } from '../campaigns/find-campaign';
import { statisticsOf } from '../campaigns/statistics';
import type { CampaignsDeps } from '../deps';
import { coreIdOf, targetsOf, targetStatus, type Target } from './target.model';

const targetAnswer = object({
  core_id: string(),
  status: targetStatus(),
  reason: nullable(string()),
  action: nullable(string()),
  settled_at: nullable(timestamp()),
});

export const listTargets = route('GET /campaigns/api/v1/campaign/:campaign_uid/notification', {
  summary: 'List the devices of a campaign',
  description: 'Each device with its status, and with the reason of a failure.',
  scope: 'campaigns:read',
  resource: 'Notification',
  query: object({ ...paging(), status: optional(targetStatus()) }),
  returns: pageOf(targetAnswer, { fields: true }),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' }, query: { status: 'fails' } },
  async handle({ params, query: { page, per_page, status }, caller }, deps: CampaignsDeps) {
    const { uuid } = await findCampaign(params.campaign_uid, caller, deps);
    const rows = deps.Target.find({ ...targetsOf(uuid), ...(status ? { status } : {}) }).sort({ _id: 1 });
    const skip = (page - 1) * per_page;
    // A count of millions of targets would be slow: the statistics have it.
    const [targets, statistics] = await Promise.all([
      rows.skip(skip).limit(per_page).lean(),
      statisticsOf(uuid, deps.Batch),
    ]);
    return { data: targets.map(toTargetAnswer), page, per_page, total: statistics[status ?? 'total'] };
  },
});

function toTargetAnswer({ _id, status, reason, action, settled_at }: Target): TypeOf<typeof targetAnswer> {
  const core_id = coreIdOf(_id);
  return { core_id, status, reason: reason ?? null, action: action ?? null, settled_at: settled_at ?? null };
}
