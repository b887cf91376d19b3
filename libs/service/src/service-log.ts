import { randomUUID } from 'node:crypto';
import { serviceLogged, type ServiceLogged, type ServiceName } from '@herald/envelopes';
import type { WriteEntry } from '@herald/http';
import { collapseRefusals } from './collapse-refusals';
import type { Emit } from './define-service';
import type { Logger } from './logger';

/** Records in flight; beyond that, requests are as slow as the broker. */
const maxInFlight = 500;

/**
 * Sends each write to the service log. The write itself is done by then: a failure here is logged and not the caller's, who
 * waits for the broker only where it falls behind.
 */
export function serviceLog(service: ServiceName, emit: Emit, log: Logger) {
  const inFlight = new Set<Promise<void>>();
  const send = async (record: ServiceLogged) => {
    const sending: Promise<void> = emit(serviceLogged, record)
      .catch((err: unknown) => log.error({ err }, 'A record of the service log was lost'))
      .finally(() => inFlight.delete(sending));
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
