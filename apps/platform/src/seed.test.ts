import { seed, SeedingFailed, type Call } from './seed';

/** A platform that is busy: it answers 503 to some requests, and loses some answers. */
function busyPlatform({ failures }: { failures: number }) {
  const made = { companies: 0, apps: 0, devices: new Set<string>() };
  const refusals = new Map<string, number>();
  const isThere = (path: string) => (path.includes('/app/') ? made.apps : made.companies) > 0;
  const call: Call = async (method, path, body) => {
    const key = `${method} ${path} ${(body as { core_id?: string } | undefined)?.core_id ?? ''}`;
    const before = refusals.get(key) ?? 0;
    refusals.set(key, before + 1);
    if (method === 'GET') return { status: isThere(path) ? 200 : 404, body: {} };
    if (path.endsWith('/company')) {
      made.companies++;
      // The company is made, and the answer is lost.
      if (before === 0) throw new Error('socket hang up');
    }
    if (before < failures) return { status: 503, body: { message: 'Service unavailable' }, retryAfter: '0.01' };
    if (path.endsWith('/app')) made.apps++;
    if (path.startsWith('/identification')) made.devices.add((body as { core_id: string }).core_id);
    return { status: path.startsWith('/index') ? 200 : 201, body: { total: made.devices.size } };
  };
  return { made, call };
}

it('waits out a platform that is busy, and makes nothing twice', async () => {
  const { made, call } = busyPlatform({ failures: 3 });
  await seed(call);
  expect([made.companies, made.apps, made.devices.size]).toEqual([1, 1, 50]);
});

it('gives up with what was answered last when the platform stays busy', async () => {
  const { call } = busyPlatform({ failures: Infinity });
  const company: Call = async (...request) => (request[0] === 'GET' ? { status: 200, body: {} } : call(...request));
  await expect(seed(company, 300)).rejects.toThrow(new SeedingFailed('the platform answered 503'));
});

it('does not repeat what is refused for good', async () => {
  const call: Call = async (method) =>
    method === 'GET' ? { status: 404, body: {} } : { status: 422, body: { message: 'Fail' } };
  await expect(seed(call)).rejects.toThrow('422 Fail');
});
