import { randomUUID } from 'node:crypto';
import { serviceLogged, type ServiceName } from '@herald/envelopes';
import type { WriteEntry } from '@herald/http';
import type { Emit } from './define-service';
import type { Logger } from './logger';

/** So many records may be on their way at once; beyond that, requests are as slow as the broker. */
const mostUnderWay = 500;

/**
 * Sends each write to the service log. The write itself is done by then: a failure here is logged and not the caller's, and
 * he waits for the broker only where it falls behind.
 */
export function serviceLog(service: ServiceName, emit: Emit, log: Logger) {
  const underWay = new Set<Promise<void>>();
  const send = async (entry: WriteEntry) => {
    const record = { uuid: randomUUID(), service, audit_id: '', created_at: new Date().toISOString(), ...entry };
    await emit(serviceLogged, record).catch((err: unknown) =>
      log.error({ err }, 'A record of the service log was lost'),
    );
  };
  return {
    async add(entry: WriteEntry): Promise<void> {
      const sending = send(entry).finally(() => underWay.delete(sending));
      underWay.add(sending);
      if (underWay.size > mostUnderWay) await sending;
    },
    /** Resolves when all are sent. */
    settled: () => Promise.all(underWay),
  };
}
