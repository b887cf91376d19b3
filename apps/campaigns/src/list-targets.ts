import { timestamp } from '@herald/contracts';
import { pageOf, paging, route, shape, type Paged } from '@herald/http';
import Joi from 'joi';
import type { CampaignsDeps } from './deps';
import { findCampaign } from './find-campaign';
import { statisticsOf } from './statistics';
import { coreIdOf, targetStatuses, targetsOf, type Target, type TargetStatus } from './target.model';

const targetShape = shape({
  core_id: Joi.string(),
  status: Joi.valid(...targetStatuses),
  reason: Joi.string().allow(null),
  action: Joi.string().allow(null),
  settled_at: timestamp().allow(null),
});

export const listTargets = route('GET /campaigns/api/v1/campaign/:campaign_uid/notification', {
  summary: 'List the devices of a campaign, and why each was not reached',
  scope: 'campaigns:read',
  resource: 'Notification',
  query: Joi.object<Paged & { status?: TargetStatus }>({ ...paging(), status: Joi.valid(...targetStatuses) }),
  returns: pageOf(targetShape, { fields: true }),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' }, query: { status: 'fails' } },
  async handle({ params, query: { page, per_page, status }, caller }, deps: CampaignsDeps) {
    const { uuid } = await findCampaign(params.campaign_uid, caller, deps);
    const filter = { ...targetsOf(uuid), ...(status ? { status } : {}) };
    const rows = deps.Target.find(filter).sort({ _id: 1 });
    const [targets, statistics] = await Promise.all([
      rows
        .skip((page - 1) * per_page)
        .limit(per_page)
        .lean<Target[]>(),
      statisticsOf(uuid, deps.Batch),
    ]);
    return { data: targets.map(toTarget), page, per_page, total: statistics[status ?? 'total'] };
  },
});

function toTarget({ _id, status, reason, action, settled_at }: Target) {
  return {
    core_id: coreIdOf(_id),
    status,
    reason: reason ?? null,
    action: action ?? null,
    settled_at: settled_at ?? null,
  };
}
