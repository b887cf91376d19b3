import { otherService, startForTest } from '@herald/testing';
import { service } from './service';

export type TestedChannels = Awaited<ReturnType<typeof startChannels>>;

/** Starts the service for a test, beside a company service that knows the companies 1 and 2. */
export async function startChannels() {
  const company = await otherService((asked) => {
    const id = Number(/^GET \/company\/api\/v2\/company\/([12])$/.exec(asked)?.[1]);
    return id ? { body: { company: { id, uuid: `c${id}`, name: 'Acme', identified_by: 'email' } } } : undefined;
  });
  const herald = await startForTest(service, { COMPANY_URL: company.url });
  const stop = async () => {
    await herald.stop();
    await company.stop();
  };
  const stored = (collection: string) => herald.database('channels').collection(collection);
  return { ...herald, company, stored, stop };
}

export const isForbidden = [403, { code: 403, message: 'Forbidden' }];
