import { boolean, companyId, integer, list, nullable, object, string, text, timestamp } from '@herald/contracts';
import { found, route } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { findOutcomes } from './find-outcomes';
import { findTargets } from './find-targets';
import { hiddenDevices } from './hidden-devices';
import { targetStatus } from './target-list.model';
import { uuidOf } from './target.model';

/** The newest campaigns of a company; each costs some look-ups by key. */
const maxCampaigns = 500;

const deviceCampaign = object({
  uuid: string(),
  name: string().allow(''),
  is_test: boolean(),
  created_at: timestamp(),
  terminated: boolean(),
  status: targetStatus(),
  reason: nullable(string().allow('')),
  action: nullable(string()),
  settled_at: nullable(timestamp()),
});

export const listDeviceCampaigns = route('GET /campaigns/api/v1/company/:company_id/device/:core_id/campaign', {
  summary: 'List the campaigns that reached for a device',
  description: `What became of the device in each of the newest ${maxCampaigns} campaigns of a company, tests included.`,
  scope: 'campaigns:read',
  resource: 'Campaign',
  params: { company_id: companyId(), core_id: text(128) },
  company: 'params.company_id',
  logsReads: true,
  returns: found(object({ searched: integer(), campaigns: list(deviceCampaign) })),
  errors: {},
  example: { params: { company_id: '1', core_id: 'demo-00' } },
  async handle({ params: { company_id, core_id }, caller }, deps: CampaignsDeps) {
    const fields = { uuid: 1, name: 1, is_test: 1, created_at: 1, terminated: 1 };
    const newest = deps.Campaign.find({ company_id }, fields).sort({ _id: -1 }).limit(maxCampaigns);
    const campaigns = await newest.lean();
    const uuids = campaigns.map(({ uuid }) => uuid);
    const hidden = await hiddenDevices({ company_id }, deps, { caller, coreIds: [core_id] });
    const known = hidden.size === 0 ? await findTargets(core_id, uuids, deps) : [];
    const targets = known.map(({ target }) => target);
    const outcomes = await findOutcomes(core_id, targets, deps);
    const byUuid = new Map(targets.map((target) => [uuidOf(target._id), target]));
    const shown = campaigns.flatMap(({ uuid, name, is_test = false, created_at, terminated }) => {
      const target = byUuid.get(uuid);
      if (!target) return [];
      const { _id, action = null } = target;
      return [{ uuid, name, is_test, created_at, terminated, ...outcomes.get(_id)!, action }];
    });
    return { searched: campaigns.length, campaigns: shown };
  },
});
