import { exampleIds, object, string } from '@herald/contracts';
import { events, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { CampaignsDeps } from '../deps';
import { liveCounts } from './live-counts';

const max = 50;
const uuidList = () =>
  string()
    .max(40 * max)
    .pattern(new RegExp(`^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,${max - 1}}$`))
    .messages({ 'string.pattern.base': `must be 1 to ${max} uuids, separated by commas` })
    .description('The uuids of the campaigns, separated by commas');

export const watchCampaigns = route('GET /campaigns/api/v1/live', {
  summary: 'Watch the counts of campaigns',
  description: `The counts of up to ${max} campaigns as they are, and those of each again when they change.`,
  scope: 'campaigns:read',
  resource: 'Campaign',
  query: object({ campaigns: uuidList() }),
  returns: events(liveCounts),
  errors: { 404: 'One of the campaigns does not exist', 429: 'Too many streams of one caller' },
  example: { query: { campaigns: exampleIds.campaign } },
  async handle({ query, caller }, { Campaign, watchCounts }: CampaignsDeps) {
    const uuids = [...new Set(query.campaigns.toLowerCase().split(','))];
    const held = await Campaign.countDocuments({ uuid: { $in: uuids }, ...ownedBy(caller) });
    if (held < uuids.length) throw notFound();
    return { values: (signal) => watchCounts(uuids, signal) };
  },
});
