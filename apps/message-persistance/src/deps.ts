import { companyClient, indexClient } from '@herald/client';
import { limitPerKey } from '@herald/concurrency';
import { integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { messages } from './message.model';
import { segments } from './segment.model';

export type MessagePersistanceDeps = ReturnType<typeof messagePersistanceDeps>;

/** Searches of the index that count the segments of one company; those of other companies do not wait for them. */
const maxCountsInFlight = 4;

export function messagePersistanceDeps({ database, call }: ServiceContext<object>) {
  const { findCompany } = companyClient(call('company'));
  const { searchDevices } = indexClient(call('index'));
  return {
    Message: messages.model(database),
    Segment: segments.model(database),
    nextId: integerIds(database),
    searchDevices,
    limitCounts: limitPerKey(maxCountsInFlight),
    /** Null for a company that does not exist. */
    companyUuid: async (id: string): Promise<string | null> => (await findCompany(id))?.uuid ?? null,
  };
}
