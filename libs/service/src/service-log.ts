import { randomUUID } from 'node:crypto';
import { batcher } from '@herald/concurrency';
import { serviceLogged, type ServiceLogRecord, type ServiceName } from '@herald/contracts';
import type { WriteEntry } from '@herald/http';
import { collapseRefusals } from './collapse-refusals';
import type { Emit } from './define-service';
import type { Logger } from './logger';

/** Maximum records in flight; beyond it, requests wait for the broker. */
const maxInFlight = 500;
/** Below the least limit of a message, whatever callers write into their records. */
const maxPerMessage = 30;
/** A message costs the broker and the reader more than its records do. A record that comes alone is not delayed. */
const minIntervalMs = 25;

/**
 * Sends each write to the service log. The write itself is complete by then: a failure here is only logged. Callers
 * wait for the broker only above the maximum in flight.
 */
export function serviceLog(service: ServiceName, emit: Emit, log: Logger) {
  const emitSome = (records: ServiceLogRecord[]) =>
    emit(serviceLogged, { records }).catch((err: unknown) =>
      log.error({ err, records: records.length }, 'Records of the service log were lost'),
    );
  const run = async (records: ServiceLogRecord[]) => {
    const messages = Array.from({ length: Math.ceil(records.length / maxPerMessage) }, (_, at) =>
      emitSome(records.slice(at * maxPerMessage, (at + 1) * maxPerMessage)),
    );
    await Promise.all(messages);
  };
  const { add } = batcher({ run, maxSize: maxPerMessage, minIntervalMs });
  const inFlight = new Set<Promise<void>>();
  const send = async (record: ServiceLogRecord) => {
    const sending: Promise<void> = add(record).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
    if (inFlight.size > maxInFlight) await sending;
  };
  const refusals = collapseRefusals(send);
  return {
    add(entry: WriteEntry): Promise<void> {
      const record = { uuid: randomUUID(), service, audit_id: '', created_at: new Date().toISOString(), ...entry };
      return entry.result ? send(record) : refusals.add(record);
    },
    /** Resolves when all are sent. */
    async settled(): Promise<void> {
      await refusals.flush();
      await Promise.all(inFlight);
    },
  };
}
