import type { ServiceName } from '@herald/contracts';
import { bundle, type Installation } from '@herald/testing';
import { phone, poster } from './phones';

const callers = 32;

/** A kind of request: where it goes, and what one of them holds. */
type Work = { service: ServiceName; path: string; units: number; body(name: string, number: number): object };

const record = (number: number) => ({
  company_id: 1,
  application: 'wallet',
  type_audit: 'login',
  source: { os: 'android', core_id: `phone-${number % 1_000}` },
  transaction: { operation: 'login', result: 'ok' },
});
const audit = { service: 'audit', path: '/audit/api/v1/audit' } as const;

export const works: Record<string, Work> = {
  registration: {
    service: 'identification',
    path: '/identification/api/v1/device',
    units: 1,
    body: (name, number) => phone({ name, company_id: 1, number }),
  },
  'single send': {
    service: 'notifications',
    path: '/notifications/v2/device/sendmessage',
    units: 1,
    body: (_name, number) => ({
      application_name: bundle,
      core_id: `0b1e2c4d-5b7e-4a58-9f0c-${String(number).padStart(12, '0')}`,
      data: { type: 'notification', title: 'Hello', body: 'Your card is ready' },
    }),
  },
  'audit record, alone': { ...audit, units: 1, body: (_name, number) => record(number) },
  'audit record, of 1,000': {
    ...audit,
    units: 1_000,
    body: (_name, number) => Array.from({ length: 1_000 }, (_, at) => record(number * 1_000 + at)),
  },
};

/** Requests, sent to the processes of their service in turn. Gives the number of units. */
export async function request(
  it: Installation,
  { service, path, units, body }: Work,
  { name, posts }: { name: string; posts: number },
): Promise<number> {
  const targets = it.programs.filter((one) => one.name.startsWith(`${service} `));
  const posters = targets.map(({ url }) => poster(url, it.token(), path));
  const requests = units === 1 ? posts : 20;
  let next = 0;
  const caller = async () => {
    while (next < requests) {
      const number = next++;
      const { status } = await posters[number % posters.length]!.post(body(name, number));
      if (status >= 300) throw new Error(`${path} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  for (const { close } of posters) close();
  return requests * units;
}
