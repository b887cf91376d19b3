import { deliveryResults, type PushBatch } from '@herald/envelopes';
import type { NotificationsDeps } from './deps';
import type { Verdict } from './judge';

export type Settled = Pick<Verdict, 'sent' | 'answer'>;

/** A device that does not answer must not hold back the news of all the others in its batch. */
const tellEveryMs = 2_000;

/** Tells what became of a batch's devices: all at its end, or some at a time where it lasts. Only what is noted is told. */
export function resultsTeller(
  batch: PushBatch,
  /** Resolves once all is noted so far. */
  noted: () => Promise<void>,
  { emit }: Pick<NotificationsDeps, 'emit'>,
) {
  const { campaign, batch_id } = batch;
  let sent: string[] = [];
  let failed = new Map<string, string[]>();
  let telling: Promise<void> = Promise.resolve();
  let failure: unknown;

  const tell = async (unfinished: boolean) => {
    if (sent.length === 0 && failed.size === 0) return;
    const reasons = [...failed].map(([reason, core_ids]) => ({ reason, core_ids }));
    const results = { campaign_uuid: campaign.uuid, batch_id, sent, failed: reasons };
    [sent, failed] = [[], new Map()];
    await noted();
    await emit(deliveryResults, { ...results, ...(unfinished ? { unfinished } : {}) });
  };
  const timer = setInterval(() => {
    // Who fails here fails the batch at its end: it comes again, and tells all that is noted.
    telling = telling.then(() => tell(true)).catch((error: unknown) => void (failure ??= error));
  }, tellEveryMs);
  return {
    add(core_id: string, { sent: isSent, answer }: Settled): void {
      if (isSent) sent.push(core_id);
      else if (failed.has(answer)) failed.get(answer)!.push(core_id);
      else failed.set(answer, [core_id]);
    },
    /** Tells nothing more by itself. */
    stop: () => clearInterval(timer),
    async end(): Promise<void> {
      await telling;
      if (failure) throw failure;
      await tell(false);
    },
  };
}
