import { serviceLogged, type ServiceLogged } from '@herald/envelopes';
import { isWrite } from '@herald/http';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { allServices } from './services';

/** Every write of every service leaves a record, also one that was refused; reads leave none. */
const routes = allServices.flatMap((service) =>
  service.routes.map((route) => [`${route.method} ${route.path}`, { service: service.name, route }] as const),
);

let herald: Tested;
let logged: ServiceLogged[];
beforeAll(async () => {
  herald = await startForTest(allServices);
  logged = await herald.collect(serviceLogged);
});
afterAll(() => herald?.stop());
beforeEach(() => void (logged.length = 0));

const nobody = (subject = 'somebody') => herald.as({ scope: 'nothing', subject, companies: [77] });
const address = (methodAndPath: string) => methodAndPath.replace(/:\w+/g, 'x');

it.each(routes.filter(([, { route }]) => isWrite(route)))(
  '%s leaves a record when it is refused',
  async (name, { service, route }) => {
    expect((await nobody()(address(name))).status).toBe(403);
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ service, resource: route.resource, result: false, user_id: 'somebody' });
    expect(['create', 'update', 'delete']).toContain(record.operation);
  },
);

it('leaves no record of reads, nor of callers who are not known', async () => {
  for (const [name, { route }] of routes)
    if (isWrite(route)) await herald.raw(address(name));
    else await nobody('another')(address(name));
  const [name, { service }] = routes.find(([, { route }]) => isWrite(route))!;
  await nobody('another')(address(name));
  await eventually(() => logged.length > 0);
  expect(logged.map((record) => record.service)).toEqual([service]);
});
