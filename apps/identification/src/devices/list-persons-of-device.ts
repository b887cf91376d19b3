import { boolean, list, object, string } from '@herald/contracts';
import { route, success } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { Device } from './device.model';

const devicePerson = object({ company_id: string(), dni: string(), is_proven: boolean() });

export const listPersonsOfDevice = route('GET /identification/api/v1/device/:core_id/identity', {
  summary: 'List the persons that a device named',
  description:
    'For each company, the person that an operator or the device with proof last named (`is_proven`), and the one ' +
    'that the device last named without proof, where it is another.',
  scope: 'identification:read',
  resource: 'Identity',
  logsReads: true,
  returns: success(200, 'Found', list(devicePerson), { envelopeKey: 'user' }),
  errors: {},
  example: { params: { core_id: 'demo-00' } },
  async handle({ params: { core_id }, caller }, { Device }: IdentificationDeps) {
    const known = await Device.find({ core_id, ...ownedBy(caller), ...visibleTo(caller) })
      .sort({ company_id: 1 })
      .lean();
    return known.flatMap(personsOf);
  },
});

function personsOf({ company_id, person_dni, said_dni }: Device) {
  const proven = person_dni ? [{ company_id, dni: person_dni, is_proven: true }] : [];
  const said = said_dni && said_dni !== person_dni ? [{ company_id, dni: said_dni, is_proven: false }] : [];
  return [...proven, ...said];
}
