import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignsDeps } from '../deps';
import { dispatchNextDue } from './dispatch-batches';

/** A campaign that was stopped is noticed, and so is a clock that was set back. */
const maxWaitMs = 1_000;

/**
 * Dispatches the batches of a campaign with a rate, each at its time, until none is due or the process stops. A failure
 * ends it as well: the job begins it again.
 */
export async function keepPace(uuid: string, deps: CampaignsDeps, signal: AbortSignal): Promise<void> {
  if (deps.paced.has(uuid)) return;
  deps.paced.add(uuid);
  try {
    while (!signal.aborted) {
      const campaign = await deps.Campaign.findOne({ uuid, terminated: false }).lean();
      if (!campaign?.rate) return;
      while (!signal.aborted && (await dispatchNextDue(campaign, campaign.rate, deps)));
      const waitMs = campaign.next_batch_at.getTime() - Date.now();
      if (waitMs <= 0) return;
      await sleep(Math.min(waitMs, maxWaitMs), undefined, { signal }).catch(() => {});
    }
  } finally {
    deps.paced.delete(uuid);
  }
}
