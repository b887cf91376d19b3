import { otherService, startForTest } from '@herald/testing';
import { service } from './service';

/** The devices that the index of the tests finds, whatever it is asked. */
export const devices = [
  { core_id: 'phone-1', brand: 'Acme', model: 'One' },
  { core_id: 'phone-2', brand: 'Acme', model: 'Two' },
];

/** How the index of the tests says where a walk that began goes on. */
export const cursor = '64f0c0ffee64f0c0ffee0001-16';

export type Search = { filters: unknown; query: Record<string, string> };
export type TestedMessagePersistance = Awaited<ReturnType<typeof startMessagePersistance>>;

/** Starts the service for a test, beside a company service that knows the companies 1 and 2, and an index. */
export async function startMessagePersistance() {
  const searches: Search[] = [];
  let released = Promise.resolve();
  const others = await otherService(async (asked, query, filters) => {
    const id = Number(/^GET \/company\/api\/v2\/company\/([12])$/.exec(asked)?.[1]);
    if (id) return { body: { company: { id, uuid: `c${id}`, name: 'Acme', identified_by: 'email' } } };
    if (asked !== 'POST /index/v1/device') return undefined;
    searches.push({ filters, query: Object.fromEntries(query) });
    await released;
    const found = { code: 200, resource: 'Device', data: devices, message: 'Found', page: 1, per_page: 1, total: 42 };
    return { body: { ...found, ...(query.has('after') ? { next: query.get('after') ? null : cursor } : {}) } };
  });
  const herald = await startForTest(service, { INDEX_URL: others.url, COMPANY_URL: others.url });
  const stop = async () => {
    await herald.stop();
    await others.stop();
  };
  /** Lets no search of the index end before the function that it gives is called. */
  const holdSearches = () => {
    let release = () => {};
    released = new Promise((resolve) => (release = resolve));
    return release;
  };
  const stored = (collection: string) => herald.database('message-persistance').collection(collection);
  return { ...herald, others, searches, holdSearches, stored, stop };
}

export const isForbidden = [403, { code: 403, message: 'Forbidden' }];
export const noSegment = [404, { code: 404, resource: 'Segment', message: 'Not found' }];
