import type { FieldSaid, IdentityField, IdentityUpdated } from '@herald/contracts';
import type { Identity } from './identity.model';

const texts: IdentityField[] = ['phone_number', 'name', 'last_name'];
const fields: IdentityField[] = ['dni', 'email', ...texts];

/** The message of a change. A field that was cleared has its time alone. */
export function toIdentityUpdated(identity: Identity): IdentityUpdated {
  const { uuid, company_id, updated_at } = identity;
  const filled = fields.filter((name) => identity[name]);
  const cleared = texts.filter((name) => !identity[name] && identity.said[name]);
  const values = Object.fromEntries(filled.map((name) => [name, identity[name]]));
  const said = Object.fromEntries([...filled, ...cleared].map((name) => [name, fieldSaid(identity, name)]));
  return { uuid, company_id, ...values, said, updated_at: updated_at.toISOString() };
}

function fieldSaid({ said, unproven = {}, updated_at }: Identity, name: IdentityField): FieldSaid {
  const at = (said[name] ?? updated_at).toISOString();
  const holder = unproven[name];
  return holder ? { at, device: holder.core_id, since: holder.since.toISOString() } : { at };
}
