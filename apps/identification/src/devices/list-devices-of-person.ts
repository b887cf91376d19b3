import { dni, object, string, timestamp } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { Device } from './device.model';

const personDevice = object({
  core_id: string(),
  company_id: string(),
  system_name: string().allow(''),
  model: string().allow(''),
  reported_at: timestamp(),
});

export const listDevicesOfPerson = route('GET /identification/api/v1/identity/:dni/device', {
  summary: "List a person's devices, newest report first",
  description:
    'Devices whose last report named the person, by an operator or with proof. `system_name` and `model` are what the ' +
    'device said of itself.',
  scope: 'identification:read',
  resource: 'Device',
  params: { dni: dni() },
  query: object(paging()),
  logsReads: true,
  returns: pageOf(personDevice, { envelopeKey: 'device' }),
  errors: {},
  example: { params: { dni: '10.000.000-0' } },
  async handle({ params, query, caller, note }, { Device }: IdentificationDeps) {
    const filter = { person_dni: params.dni, ...ownedBy(caller), ...visibleTo(caller) };
    const sort = { person_at: -1, reported_at: -1 } as const;
    const found = await findPage(Device, { filter, ...query, sort }, toPersonDevice);
    note({ resource_id: found.data.map(({ core_id }) => core_id).join(' ') });
    return found;
  },
});

function toPersonDevice({ core_id, company_id, reported_at, characteristics }: Device) {
  const { system_name, model } = characteristics as Record<string, unknown>;
  return { core_id, company_id, reported_at, system_name: textOf(system_name), model: textOf(model) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
