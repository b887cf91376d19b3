import type { FieldSaid, IdentityField, IdentityUpdated } from '@herald/contracts';
import type { Identity } from './identity.model';

/** An identity as other services are told of it: a field that was cleared has its time alone. */
export function asIdentityUpdated(identity: Identity): IdentityUpdated {
  const { uuid, company_id, updated_at } = identity;
  const filled = fields.filter((name) => identity[name]);
  const cleared = texts.filter((name) => !identity[name] && identity.said[name]);
  const values = Object.fromEntries(filled.map((name) => [name, identity[name]]));
  const said = Object.fromEntries([...filled, ...cleared].map((name) => [name, saidOf(identity, name)]));
  return { uuid, company_id, ...values, said, updated_at: updated_at.toISOString() };
}

const texts: IdentityField[] = ['phone_number', 'name', 'last_name'];
const fields: IdentityField[] = ['dni', 'email', ...texts];

function saidOf({ said, unproven = {}, updated_at }: Identity, name: IdentityField): FieldSaid {
  const at = (said[name] ?? updated_at).toISOString();
  const holder = unproven[name];
  return holder ? { at, device: holder.core_id, since: holder.since.toISOString() } : { at };
}
