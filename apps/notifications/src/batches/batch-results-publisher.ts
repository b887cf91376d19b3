import { deliveryResults, type PushBatch } from '@herald/contracts';
import type { Verdict } from '../deliveries/decide-delivery';
import type { NotificationsDeps } from '../deps';

export type DeviceResult = Pick<Verdict, 'sent' | 'answer'>;

/** Results are published this often while a batch is in work: one device without an answer delays no other result. */
const publishIntervalMs = 2_000;

/** Publishes the results of a batch: periodically, and the rest at its end. Only stored results are published. */
export function batchResultsPublisher(
  batch: PushBatch,
  /** Resolves once the records of all results so far are stored. */
  flushRecords: () => Promise<void>,
  { emit }: Pick<NotificationsDeps, 'emit'>,
) {
  const { campaign, batch_id } = batch;
  let sent: string[] = [];
  let failed = new Map<string, string[]>();
  let publishing: Promise<void> = Promise.resolve();
  let failure: unknown;

  const publish = async (unfinished: boolean) => {
    if (sent.length === 0 && failed.size === 0) return;
    const reasons = [...failed].map(([reason, core_ids]) => ({ reason, core_ids }));
    const results = { campaign_uuid: campaign.uuid, batch_id, sent, failed: reasons };
    [sent, failed] = [[], new Map()];
    await flushRecords();
    await emit(deliveryResults, { ...results, ...(unfinished ? { unfinished } : {}) });
  };
  const timer = setInterval(() => {
    // A failure here fails the batch at its end; its redelivery publishes all stored results again.
    publishing = publishing.then(() => publish(true)).catch((error: unknown) => void (failure ??= error));
  }, publishIntervalMs);
  return {
    add(core_id: string, { sent: isSent, answer }: DeviceResult): void {
      if (isSent) sent.push(core_id);
      else if (failed.has(answer)) failed.get(answer)!.push(core_id);
      else failed.set(answer, [core_id]);
    },
    /** Stops the periodic publishing. */
    stop: () => clearInterval(timer),
    async end(): Promise<void> {
      await publishing;
      if (failure) throw failure;
      await publish(false);
    },
  };
}
