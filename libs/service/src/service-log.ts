import { randomUUID } from 'node:crypto';
import { serviceLogged, type ServiceLogged, type ServiceName } from '@herald/contracts';
import type { WriteEntry } from '@herald/http';
import { collapseRefusals } from './collapse-refusals';
import type { Emit } from './define-service';
import type { Logger } from './logger';

/** Maximum records in flight; beyond it, requests wait for the broker. */
const maxInFlight = 500;

/**
 * Sends each write to the service log. The write itself is complete by then: a failure here is only logged. Callers
 * wait for the broker only above the maximum in flight.
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
