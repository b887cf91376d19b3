import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest } from '@herald/testing';
import { report } from '../persons/person-report.fixture';
import { service } from '../service';

export type TestedHolds = Awaited<ReturnType<typeof startWithPerson>>;
export const path = '/identification/api/v1/legal_hold';
export const hold = { company_id: 1, dni: '12345678-k', reason: 'A case' };

/** Starts the service for a test, with one person that company 1 knows. */
export async function startWithPerson() {
  const herald = await startForTest(service, { SUBJECT_SERVICES: 'identification' });
  const stored = (collection: string) => herald.database('identification').collection(collection);
  await herald.publish(deviceRegistered, report(1, { dni: '12.345.678-K', name: 'Ana' }));
  await eventually(async () => (await stored('persons').countDocuments()) === 1);
  return {
    ...herald,
    stored,
    send: (method: 'PUT' | 'DELETE', changed: object = {}, companies: '*' | number[] = '*') =>
      herald.as({ companies })(`${method} ${path}`, { body: { ...hold, ...changed } }),
    list: async (query = '', companies: '*' | number[] = '*') =>
      (await herald.as({ companies })(`GET ${path}?${query}`)).body,
    erase: (subject: object = { dni: '12345678K' }) =>
      herald.as()('POST /identification/api/v1/subject_request', { body: { company_id: 1, kind: 'erase', subject } }),
  };
}
