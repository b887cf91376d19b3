import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

export const requests = '/identification/api/v1/subject_request';
export const ana = { dni: '12345678K', email: 'ana@example.com', name: 'Ana' };

export type TestedRequests = Tested & {
  report(core_id: string, person: object, company_id?: string): Promise<void>;
  request(subject: object, more?: object): ReturnType<ReturnType<Tested['as']>>;
  read(
    uuid: string,
  ): Promise<{ state: string; file: string | null; answers: { service: string; state: string; found: number }[] }>;
  stored(): ReturnType<ReturnType<Tested['database']>['collection']>;
};

/** The service with the services that answer; only its own answers come by themselves. */
export async function startWithRequests(answering = 'identification'): Promise<TestedRequests> {
  const herald = await startForTest(service, { SUBJECT_SERVICES: answering });
  const persons = herald.database('identification').collection('persons');
  const stored = () => herald.database('identification').collection('subject_requests');
  return Object.assign(herald, {
    stored: stored as never,
    async report(core_id: string, person: { dni?: string }, company_id = '1') {
      const app = { app_id: '11', bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '1' };
      const base = { core_id, core_id_type: '', company_id, characteristics: {}, app, person };
      await herald.publish(deviceRegistered, { ...base, said_by: 'operator', reported_at: new Date().toISOString() });
      await eventually(() => persons.findOne({ dni: person.dni, company_id }));
      const device = { core_id, company_id, id: Math.ceil(Math.random() * 1e9), person_dni: person.dni, revision: 1 };
      await herald.database('identification').collection('devices').insertOne(device);
    },
    request(subject: object, { headers, ...more }: { headers?: Record<string, string> } = {}) {
      const body = { company_id: 1, kind: 'erase', subject, ...more };
      return herald.as({ scope: 'privacy:write', companies: [1] })(`POST ${requests}`, { body, headers });
    },
    async read(uuid: string) {
      return (await herald.as({ scope: 'privacy:read', companies: [1] })(`GET ${requests}/${uuid}`)).body
        .subject_request;
    },
  });
}
