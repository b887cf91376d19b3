import type { CampaignsDeps } from '../deps';
import { failedDevices } from '../targets/failed-devices';
import type { Campaign } from './campaign.model';

/** Few: their sending begins while the next ones are listed. */
const firstDevices = 100;
/** While a page is read, the index and this service answer nothing else. */
const devicesPerPage = 2_000;

/** The next devices of the segment, or of those that failed in the campaign that this one repeats. */
export async function nextPage({ segment_id, retry_of, retry_reason }: Campaign, after: string, deps: CampaignsDeps) {
  const per_page = after === '' ? firstDevices : devicesPerPage;
  const walk = { after, per_page, fields: ['core_id'], estimates_total: true };
  if (segment_id) return deps.segmentDevices(segment_id, walk);
  return retry_of ? failedDevices(retry_of, { reason: retry_reason, after }, deps) : undefined;
}
