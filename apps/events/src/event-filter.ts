import type { Caller } from '@herald/auth';
import { boolean, companyId, optional, text, type ObjectOf } from '@herald/contracts';
import { between, dateFilter } from '@herald/http';
import { ownedBy } from '@herald/persistence';

/** What the service log is filtered by. */
export const eventFilters = () => ({
  company_id: optional(companyId()),
  service: optional(text()),
  resource: optional(text()),
  operation: optional(text()),
  result: optional(boolean()),
  from_date: optional(dateFilter()),
  until_date: optional(dateFilter()),
});
type EventFilters = ObjectOf<ReturnType<typeof eventFilters>>;

export function eventFilterOf(caller: Caller, { from_date, until_date, ...wanted }: EventFilters) {
  const created_at = between({ from_date, until_date });
  return { ...ownedBy(caller), ...wanted, ...(created_at ? { created_at } : {}) };
}
