import { holdsScope, type Caller } from '@herald/auth';
import type { MessagePersistanceDeps } from './deps';
import { deviceQueryOf, type IndexQuery } from './segment.model';

type Filter = { company_id: string; index_query: IndexQuery };

/** How many devices of a company match a filter, as far as the caller may see them. */
export async function countDevices(
  { company_id, index_query }: Filter,
  caller: Caller,
  { searchDevices }: Pick<MessagePersistanceDeps, 'searchDevices'>,
): Promise<number> {
  const without_blocked = !holdsScope(caller, 'privacy:read');
  const onePage = { page: 1, per_page: 1, fields: ['core_id'], without_blocked };
  return (await searchDevices(deviceQueryOf(company_id, index_query), onePage)).total;
}
