import type { Caller } from '@herald/auth';
import { boolean, dni, object, string } from '@herald/contracts';
import { bare, noContent, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import { devices } from './device.model';

export const readLastDevice = route('GET /identification/api/v1/identity/:dni/lastdevice', {
  summary: "Read the person's device that reported last",
  description:
    "Reports by operators and by devices whose token proves the person's `dni` count. A device without proof is " +
    'answered only when it made the person known and no such report has followed.',
  scope: 'identification:read',
  resource: 'Device',
  params: { dni: dni() },
  logsReads: true,
  returns: bare(201, object({ status: boolean(), dni: string(), device: devices.answer }), {
    others: { 204: 'The person has no device' },
  }),
  errors: {},
  example: { params: { dni: '10.000.000-0' } },
  async handle({ params, caller, note }, deps: IdentificationDeps) {
    const device = (await findConfirmed(params.dni, caller, deps)) ?? (await findFirst(params.dni, caller, deps));
    note({ resource_id: device?.core_id });
    return device ? { status: true, dni: params.dni, device: devices.toAnswer(device) } : noContent();
  },
});

/** Devices that have no `person_at` yet follow the others, in the order of their reports. */
function findConfirmed(person_dni: string, caller: Caller, { Device }: IdentificationDeps) {
  const wanted = { person_dni, ...ownedBy(caller), ...visibleTo(caller) };
  return Device.findOne(wanted).sort({ person_at: -1, reported_at: -1 }).lean();
}

/** The device by whose unproven report the person became known, as long as it names the person. */
async function findFirst(said_dni: string, caller: Caller, { Device, Person }: IdentificationDeps) {
  const wanted = { dni: said_dni, ...ownedBy(caller), ...visibleTo(caller), first_device: { $exists: true } };
  const persons = await Person.find(wanted, { company_id: 1, first_device: 1 }).lean();
  const found = await Promise.all(
    persons.map(({ company_id, first_device }) =>
      Device.findOne({ core_id: first_device!.core_id, company_id }).lean(),
    ),
  );
  return found
    .filter((device) => device !== null)
    .filter((device) => device.said_dni === said_dni && device.person_dni === undefined)
    .sort((one, other) => other.reported_at.getTime() - one.reported_at.getTime())[0];
}
