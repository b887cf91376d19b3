import { randomUUID } from 'node:crypto';
import { deviceRegistered, normalDni, type Person as Reported } from '@herald/envelopes';
import { consumer } from '@herald/messaging';
import { againOnCollision } from '@herald/persistence';
import type { IdentificationDeps } from './deps';
import { sayOf } from './say-of';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  async handle({ company_id, person, reported_at }, deps: IdentificationDeps) {
    const dni = normalDni(person?.dni ?? '');
    if (!person || dni === '') return;
    await againOnCollision(() => savePerson({ company_id, dni }, person, new Date(reported_at), deps));
  },
});

type Whom = { company_id: string; dni: string };

/** Two first reports of a person at the same moment collide; the second then finds the record of the first. */
async function savePerson(whom: Whom, said: Reported, at: Date, { Person, nextId }: IdentificationDeps): Promise<void> {
  if (await sayOf(Person, whom, said, at)) return;
  const { name = '', lastname = '', email = '', phone = '' } = said;
  const fields = { name, lastname, email, phone, status: true, apple_users_id: [], reported_at: at };
  await Person.create({ ...whom, ...fields, id: await nextId('person'), uuid: randomUUID() });
}
