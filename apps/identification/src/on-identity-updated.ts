import { identityUpdated, normalDni } from '@herald/envelopes';
import { consumer } from '@herald/messaging';
import type { IdentificationDeps } from './deps';
import { sayOf } from './say-of';

/** What operators change in the index holds for the person too; persons nobody reported are not made of it. */
export const onIdentityUpdated = consumer({
  name: 'on-identity-updated',
  on: identityUpdated,
  async handle({ company_id, dni, name, last_name, email, phone_number, updated_at }, { Person }: IdentificationDeps) {
    if (dni === undefined) return;
    const whom = { company_id, dni: normalDni(dni) };
    await sayOf(Person, whom, { name, lastname: last_name, email, phone: phone_number }, new Date(updated_at));
  },
});
