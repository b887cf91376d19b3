import { generateKeyPairSync } from 'node:crypto';
import { failureBody, services, type Family } from '@herald/contracts';
import type { Route } from '@herald/http';
import { startForTest, type Response, type Tested } from '@herald/testing';
import { sign } from 'jsonwebtoken';
import { allServices } from './services';

/** Walks every route of every service through what hostile and clumsy callers send. */
type Walked = { family: Family; route: Route<never>; address: string };

const walked: [string, Walked][] = allServices.flatMap(({ name, routes }) =>
  routes.map((route): [string, Walked] => {
    const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(route.example?.params?.[key] ?? 'x'),
    );
    return [
      `${route.method} ${route.path}`,
      { family: services[name].family, route, address: `${route.method} ${path}` },
    ];
  }),
);
const withJson = walked.filter(([, { route }]) => route.body && !route.body.upload);
const withUpload = walked.filter(([, { route }]) => route.body?.upload);

let herald: Tested;
beforeAll(async () => (herald = await startForTest(allServices)));
afterAll(() => herald?.stop());

/** How many records each service holds, without what requests leave behind by design. */
async function stored(): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.create(null);
  for (const { name } of allServices.filter((service) => service.name !== 'events'))
    for (const { name: collection } of await herald.database(name).listCollections())
      if (!['request_times', 'idempotency_keys', 'leases', 'outbox', 'counters'].includes(collection))
        counts[`${name}.${collection}`] = await herald.database(name).collection(collection).countDocuments();
  return counts;
}

function expectEnvelope({ status, body, headers }: Response, family: Family): void {
  const bare = status === 401 || status === 403;
  const sample = failureBody(family, { code: status, resource: '', message: '', errors: '', bare });
  expect(Object.keys(sample)).toEqual(expect.arrayContaining(Object.keys(body)));
  expect(body.message).toBeTruthy();
  expect(JSON.stringify(body)).not.toMatch(/mongo|stack|node_modules|\bat \//i);
  expect(headers.get('x-request-id')).toBeTruthy();
}

const withoutEnd = { sub: 'x', companies: '*', scope: '*' };
const claims = () => ({ ...withoutEnd, exp: Math.floor(Date.now() / 1000) + 600 });
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const forged: [string, () => string | undefined][] = [
  ['no token', () => undefined],
  ['no JWT', () => 'rubbish'],
  ['an unsigned token', () => sign(claims(), '', { algorithm: 'none' })],
  ['a token of another secret', () => sign(claims(), 'another secret that is long enough')],
  ['a token of another kind of key', () => sign(claims(), privateKey, { algorithm: 'RS256' })],
  ['an expired token', () => sign({ ...claims(), exp: 1 }, herald.env.AUTH_JWT_SECRET!)],
  ['a token that never expires', () => sign(withoutEnd, herald.env.AUTH_JWT_SECRET!)],
  ['a token that is not valid yet', () => sign({ ...claims(), nbf: claims().exp }, herald.env.AUTH_JWT_SECRET!)],
  ['claims of another form', () => sign({ ...claims(), companies: { $ne: 1 } }, herald.env.AUTH_JWT_SECRET!)],
];

describe.each(walked)('%s', (_, { family, route, address }) => {
  it('wants a good token', async () => {
    for (const [, token] of forged) {
      const sent = token();
      const answer = await herald.raw(address, sent ? { headers: { authorization: `Bearer ${sent}` } } : {});
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expectEnvelope(answer, family);
    }
  });

  it('wants its scope', async () => {
    const other = route.scope.endsWith(':read')
      ? route.scope.replace('read', 'write')
      : route.scope.replace('write', 'read');
    const answer = await herald.as({ scope: other })(address);
    expect(answer.status).toBe(403);
    expectEnvelope(answer, family);
  });

  it('refuses the token of another device', async () => {
    const body = route.body?.upload ? undefined : route.example?.body;
    const answer = await herald.as({ coreId: 'somebody-else' })(address, {
      body,
      query: route.example?.query as never,
    });
    expect(answer.status).toBe(403);
    expectEnvelope(answer, family);
  });

  it('refuses other methods', async () => {
    const methods = allServices.flatMap(({ routes }) => routes.filter(({ path }) => path === route.path));
    const other = ['DELETE', 'PUT', 'PATCH'].find((name) => !methods.some(({ method }) => method === name));
    const answer = await herald.as()(address.replace(/^\w+/, other!));
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain(route.method);
    expectEnvelope(answer, family);
  });

  it('bears odd variables and queries', async () => {
    for (const odd of ['%00', '%ff', '$ne', '__proto__', '..%2f..%2fetc', 'x'.repeat(5000), "'%20or%201=1"]) {
      const path = route.path.replace(/:\w+/g, odd);
      const answer = await herald.as({ scope: 'nothing:read' })(`${route.method} ${path}`);
      expect([400, 403, 404]).toContain(answer.status);
      const asked = await herald.as()(`${route.method} ${path}?page[$ne]=1&fields[]=x&page=1&page=2`);
      expect(asked.status).toBeLessThan(500);
    }
  });
});

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const badBodies: [string, string, number[]][] = [
  ['truncated JSON', '{"name": "x', [400]],
  ['text', 'hello', [400]],
  ['nothing', '', [400, 404, 422]],
  ['null', 'null', [400, 404, 422]],
  ['a number', '7', [400, 404, 422]],
  ['prototype keys', '{"__proto__": {"admin": true}}', [400]],
  ['hidden prototype keys', '{"a": {"\\u005f_proto__": 1}}', [400]],
  ['deep nesting', nested(1000), [400]],
  ['10 MB of nesting', nested(5_000_000), [400, 413]],
];

describe.each(withJson)('%s with a bad body', (_, { family, route, address }) => {
  let before: Record<string, number>;
  beforeAll(async () => (before = await stored()));

  it.each(badBodies)('refuses %s', async (_name, body, statuses) => {
    const answer = await herald.as()(address, { body });
    expect(statuses).toContain(answer.status);
    expectEnvelope(answer, family);
  });

  it('refuses other content types', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const answer = await herald.as()(address, { body: '{}', headers: { 'content-type': type } });
      expect(answer.status).toBe(415);
      expectEnvelope(answer, family);
    }
  });

  it('refuses values of wrong types', async () => {
    const example = route.example?.body as Record<string, unknown>;
    for (const field of Object.keys(example))
      for (const value of [{ $ne: 1 }, { $gt: '' }, [[{ $ne: 1 }]], 'x'.repeat(100_000), '\u0000']) {
        const body = { ...example, [field]: value };
        if (!route.body!.schema.validate(body, { stripUnknown: { objects: true } }).error) continue;
        const answer = await herald.as()(address, { body, query: route.example?.query as never });
        expect([400, 404, 422]).toContain(answer.status);
        expectEnvelope(answer, family);
      }
  });

  it('refuses a company that the token does not hold', async () => {
    const [place, name] = (route.company ?? 'none.none').split('.') as ['body', string];
    if ((route.example?.[place] as Record<string, unknown> | undefined)?.[name] === undefined) return;
    const answer = await herald.as({ companies: ['987654'] })(address, { body: route.example?.body });
    expect(answer.status).toBe(403);
    expectEnvelope(answer, family);
  });

  // After all of them: counting all collections takes longer than a request.
  it('writes nothing', async () => expect(await stored()).toEqual(before));
});

describe.each(withUpload)('%s with a bad upload', (_, { family, address }) => {
  let before: Record<string, number>;
  beforeAll(async () => (before = await stored()));

  const type = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
  it.each([
    ['truncated', '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf', type('b')],
    ['malformed', 'no part at all', type('b')],
    ['without a boundary', '--b--', { 'content-type': 'multipart/form-data' }],
  ])('refuses what is %s', async (_name, body, headers) => {
    const answer = await herald.as()(address, { body, headers });
    expect([400, 422]).toContain(answer.status);
    expectEnvelope(answer, family);
  });

  it('refuses JSON', async () => {
    const answer = await herald.as()(address, { body: {} });
    expect(answer.status).toBe(415);
    expectEnvelope(answer, family);
  });

  it('writes nothing', async () => expect(await stored()).toEqual(before));
});
