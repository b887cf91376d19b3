import { companyClient, indexClient } from '@herald/client';
import { integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { messageModel } from './message.model';
import { segmentModel } from './segment.model';

export type MessagePersistanceDeps = ReturnType<typeof messagePersistanceDeps>;

export function messagePersistanceDeps({ database, call }: ServiceContext<object>) {
  const { findCompany } = companyClient(call('company'));
  const { searchDevices } = indexClient(call('index'));
  return {
    Message: messageModel(database),
    Segment: segmentModel(database),
    nextId: integerIds(database),
    searchDevices,
    /** Null for a company that nobody made. */
    companyUuid: async (id: string): Promise<string | null> => (await findCompany(id))?.uuid ?? null,
  };
}
