import type { Campaign } from '../campaigns/campaign.model';
import { batchSize } from './batch-size';

const retentionMs = 30 * 86_400_000;

/** When the entries of a campaign expire if it never ends, by the number of its batches. */
export function forgetAt({ finish_date, rate }: Pick<Campaign, 'finish_date' | 'rate'>, batches: number): Date {
  const now = Date.now();
  // A low rate dispatches the last batches of a large campaign after weeks.
  const paceMs = rate === null ? 0 : ((batches * batchSize(rate)) / rate) * 1000;
  return new Date(Math.max(finish_date?.getTime() ?? 0, now + paceMs) + retentionMs);
}
