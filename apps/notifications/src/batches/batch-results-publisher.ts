import { deliveryResults, type PushBatch } from '@herald/contracts';
import type { Acquired } from '@herald/persistence';
import type { Verdict } from '../deliveries/decide-delivery';
import type { NotificationsDeps } from '../deps';

export type DeviceResult = Pick<Verdict, 'sent' | 'answer'>;

/** Results are published this often while a batch is in work: one device without an answer delays no other result. */
const publishIntervalMs = 1_000;

/** Publishes the results of a batch, whose records are stored: periodically, and the rest at its end. */
export function batchResultsPublisher(
  batch: PushBatch,
  acquired: Acquired,
  { emit, metrics }: Pick<NotificationsDeps, 'emit' | 'metrics'>,
) {
  const { campaign, batch_id, core_ids, places } = batch;
  // Of a batch that another process began, the first push may have been earlier.
  let startedAt = acquired === 'first' ? batch.started_at : undefined;
  let oldestAt = '';
  /** As indexes of the batch's devices. */
  let sent: number[] = [];
  let failed = new Map<string, number[]>();
  let publishing: Promise<void> = Promise.resolve();
  let failure: unknown;

  const observeFirstPush = () => {
    metrics.firstPush.observe(Math.max(0, Date.now() - Date.parse(startedAt!)) / 1000);
    startedAt = undefined;
  };
  const publish = async (unfinished: boolean) => {
    if (sent.length === 0 && failed.size === 0) return;
    const { uuid: campaign_uuid, company_id } = campaign;
    const outcomes = places ? byPlace(places, sent, failed) : byName(core_ids, sent, failed);
    const results = { campaign_uuid, company_id, batch_id, ...outcomes, oldest_at: oldestAt };
    [sent, failed] = [[], new Map()];
    await emit(deliveryResults, { ...results, ...(unfinished ? { unfinished } : {}) });
  };
  const timer = setInterval(() => {
    // A failure here fails the batch at its end; its redelivery publishes all stored results again.
    publishing = publishing.then(() => publish(true)).catch((error: unknown) => void (failure ??= error));
  }, publishIntervalMs);
  return {
    add(index: number, { sent: isSent, answer }: DeviceResult): void {
      if (sent.length === 0 && failed.size === 0) oldestAt = new Date().toISOString();
      if (isSent && startedAt) observeFirstPush();
      if (isSent) sent.push(index);
      else if (failed.has(answer)) failed.get(answer)!.push(index);
      else failed.set(answer, [index]);
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

function byPlace(places: number[], sent: number[], failed: Map<string, number[]>) {
  const toPlaces = (indexes: number[]) => indexes.map((index) => places[index]!);
  const reasons = [...failed].map(([reason, some]) => ({ reason, core_ids: [], places: toPlaces(some) }));
  return { sent: [], sent_places: toPlaces(sent), failed: reasons };
}

/** As campaigns of earlier versions expect it. */
function byName(coreIds: string[], sent: number[], failed: Map<string, number[]>) {
  const toNames = (indexes: number[]) => indexes.map((index) => coreIds[index]!);
  return { sent: toNames(sent), failed: [...failed].map(([reason, some]) => ({ reason, core_ids: toNames(some) })) };
}
