import type { IdentityUpdated } from '@herald/envelopes';
import type { Identity } from './identity.model';

/** An identity as other services are told of it: what is empty is left out. */
export function asIdentityUpdated(identity: Identity): IdentityUpdated {
  const { uuid, company_id, updated_at } = identity;
  const names = ['dni', 'email', 'phone_number', 'name', 'last_name'] as const;
  const filled = names.filter((name) => identity[name]).map((name) => [name, identity[name]]);
  return { uuid, company_id, ...Object.fromEntries(filled), updated_at: updated_at.toISOString() };
}
