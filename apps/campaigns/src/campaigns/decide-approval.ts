import { campaignExpanding, exampleIds, object, oneOf } from '@herald/contracts';
import { conflict, forbidden, route, updated } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { campaigns, type Campaign } from './campaign.model';
import { findCampaign } from './find-campaign';

const texts = { approve: 'Approve a campaign', reject: 'Reject a campaign' };

export const decideApproval = route('POST /campaigns/api/v1/campaign/:campaign_uid/approval', {
  summary: 'Approve or reject a campaign',
  description:
    'Starts a campaign that waits for a second person, or ends it. The deciding person is the subject of the token, ' +
    'and never the author of the campaign. A decision is final.',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: object({ decision: oneOf('approve', 'reject') }),
  returns: updated(campaigns.answer),
  errors: {
    403: 'The author cannot decide',
    404: 'No such campaign',
    409: 'The campaign does not wait for an approval: it was decided before, was stopped, or came too late',
  },
  example: { params: { campaign_uid: exampleIds.campaign }, body: { decision: 'approve' } },
  async handle({ params, body: { decision }, caller, note }, deps: CampaignsDeps) {
    const campaign = await findCampaign(params.campaign_uid, caller, deps);
    const { uuid, company_id, approval } = campaign;
    note({ company_id, description: texts[decision] });
    if (!approval) throw conflict({ errors: 'The campaign needs no approval' });
    if (approval.requested_by === caller.subject) throw forbidden();
    const now = new Date();
    const isApproved = decision === 'approve';
    const decided = {
      'approval.status': isApproved ? 'approved' : 'rejected',
      'approval.decided_by': caller.subject,
      'approval.decided_at': now,
      ...(isApproved ? { expanding_at: now } : { terminated: true }),
    };
    // One update decides between two answers, a stop and the end of the time.
    const isOpen = { 'approval.status': 'pending' as const, 'approval.expires_at': { $gt: now } };
    const options = { returnDocument: 'after', lean: true } as const;
    const pending = { uuid, terminated: false, ...isOpen };
    const changed = await deps.Campaign.findOneAndUpdate(pending, { $set: decided }, options);
    if (!changed) throw conflict({ errors: whyClosed(campaign, now) });
    if (isApproved) await deps.emit(campaignExpanding, { campaign_uuid: uuid });
    else await deps.Entries.deleteMany({ campaign_uuid: uuid });
    return campaigns.toAnswer(changed);
  },
});

function whyClosed({ approval, terminated }: Campaign, now: Date): string {
  const { status, expires_at } = approval!;
  if (status === 'approved' || status === 'rejected') return 'It was decided before';
  if (expires_at <= now) return 'The time for a decision is over';
  return terminated ? 'The campaign was stopped' : 'It was decided just now';
}
