import { decode, sign } from 'jsonwebtoken';
import { secretKey } from './keys';
import { serviceTokenIssuer, serviceTokens } from './service-tokens';
import { tokenVerifier } from './verify-token';

const secret = 'the secret of the services, long enough';
const callers = 'the secret of callers, which is long enough';
const verify = tokenVerifier([{ findKey: secretKey(callers) }, serviceTokenIssuer(secret)]);
const at = (service: string, headers = {}) => ({ service, headers });
const seconds = () => Math.floor(Date.now() / 1000);
const good = () => ({
  ...{ sub: 'service:campaigns', companies: '*', scope: '*', iss: 'herald', aud: 'index' },
  ...{ iat: seconds(), exp: seconds() + 300 },
});
afterEach(() => jest.restoreAllMocks());

it('is accepted by its target alone, also when it is remembered', async () => {
  const tokenFor = serviceTokens(secret, 'campaigns');
  const token = tokenFor('index');
  for (let n = 0; n < 2; n++) {
    expect(await verify(token, at('index'))).toMatchObject({
      ...{ subject: 'service:campaigns', companies: '*', isService: true },
    });
    expect(await verify(token, at('company'))).toBeUndefined();
  }
  expect(tokenFor('index')).toBe(token);
  expect(await verify(tokenFor('company'), at('company'))).toBeDefined();
});

it.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP'])(
  'is refused on a request that a proxy passed on (%s), where a caller’s token is not',
  async (name) => {
    const headers = { [name.toLowerCase()]: '203.0.113.7' };
    const token = serviceTokens(secret, 'campaigns')('index');
    expect(await verify(token, at('index', headers))).toBeUndefined();
    expect(await verify(token, at('index'))).toBeDefined();
    expect(await verify(token, at('index', headers))).toBeUndefined();
    const ofCaller = sign({ ...good(), iss: 'login' }, callers);
    expect(await verify(ofCaller, at('index', headers))).toBeDefined();
  },
);

it.each([
  ['no audience', { aud: undefined }],
  ['another audience', { aud: 'herald' }],
  ['all audiences at once', { aud: ['index', 'company'] }],
  ['another issuer', { iss: 'login' }],
  ['no issuer', { iss: undefined }],
  ['more than ten minutes', { exp: seconds() + 700 }],
  ['ten years', { exp: seconds() + 315_360_000 }],
  ['a time of issue in the future', { iat: seconds() + 3_600, exp: seconds() + 3_900 }],
  ['a subject that is no service', { sub: 'anybody' }],
  ['a device', { core_id: 'phone' }],
])('is refused with %s', async (_, claims) => {
  const token = sign(JSON.parse(JSON.stringify({ ...good(), ...claims })) as object, secret);
  expect(await verify(token, at('index'))).toBeUndefined();
});

it('is accepted when nothing is wrong with it', async () => {
  expect(await verify(sign({ ...good(), exp: seconds() + 600 }, secret), at('index'))).toBeDefined();
});

it('is refused without a time of issue', async () => {
  const { iat: _, ...claims } = good();
  expect(await verify(sign(claims, secret, { noTimestamp: true }), at('index'))).toBeUndefined();
});

it('is only what our own secret signs: a caller who claims to be a service is a caller', async () => {
  const forged = sign({ ...good(), companies: [1], scope: 'index:read' }, callers);
  expect(await verify(forged, at('company', { 'x-forwarded-for': '203.0.113.7' }))).toEqual({
    subject: 'caller:service:campaigns',
    companies: ['1'],
    scopes: new Set(['index:read']),
  });
});

it.each([
  ['ana', 'ana'],
  ['service', 'service'],
  ['my-service:x', 'my-service:x'],
  ['service:', 'caller:service:'],
  ['caller:service:x', 'caller:caller:service:x'],
  ['caller:ana', 'caller:ana'],
  ['Service:x', 'caller:Service:x'],
  [' service :x', 'caller: service :x'],
  ['ser\u200bvice:x', 'caller:ser\u200bvice:x'],
  ['\uff53ervice\uff1ax', 'caller:\uff53ervice\uff1ax'],
])('shows the subject %j of a caller as %j', async (subject, shown) => {
  const found = await verify(sign({ ...good(), sub: subject }, callers), at('index'));
  expect([found?.subject, found?.isService]).toEqual([shown, undefined]);
});

it('is made again when the clock was set', async () => {
  const tokenFor = serviceTokens(secret, 'campaigns');
  const now = Date.now();
  const first = tokenFor('index');
  for (const jump of [-3_600_000, 3_600_000]) {
    jest.spyOn(Date, 'now').mockReturnValue(now + jump);
    const token = tokenFor('index');
    expect(token).not.toBe(first);
    expect((decode(token) as { iat: number }).iat).toBe(Math.floor((now + jump) / 1000));
    expect(await verify(token, at('index'))).toBeDefined();
  }
});
