import { generateKeyPairSync } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { acceptedTokens } from './accepted-tokens';
import { KeysUnavailable, publicKey, secretKey } from './keys';
import { tokenVerifier, type TokenIssuer } from './verify-token';

const secret = 'a secret for tests that is long enough';
const claims = { sub: 'somebody', companies: [1, '2'], scope: 'index:read company:write' };
const soon = { expiresIn: 60 };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const verifierOf = (...issuers: TokenIssuer[]) => {
  const verify = tokenVerifier(issuers);
  return (token: string) => verify(token, { service: 'index', headers: {} });
};
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;

describe('a shared secret', () => {
  const verify = verifierOf({ findKey: secretKey(secret) });

  it('accepts a good token and reads the caller from it', async () => {
    expect(await verify(sign(claims, secret, soon))).toEqual({
      subject: 'somebody',
      companies: ['1', '2'],
      scopes: new Set(['index:read', 'company:write']),
    });
    expect(await verify(sign({ ...claims, companies: '*', scope: '*', core_id: 'phone' }, secret, soon))).toEqual({
      subject: 'somebody',
      companies: '*',
      scopes: '*',
      coreId: 'phone',
    });
    expect(await verify(sign({ ...claims, core_id: 'phone', dni: '1.234-K' }, secret, soon))).toMatchObject({
      coreId: 'phone',
      dni: '1.234-K',
    });
  });

  it.each([
    ['no token at all', 'x.y.z'],
    ['another secret', sign(claims, 'another secret that is long enough', soon)],
    ['no signature', sign(claims, '', { ...soon, algorithm: 'none' })],
    ['another algorithm', sign(claims, secret, { ...soon, algorithm: 'HS512' })],
    ['no end', sign(claims, secret)],
    ['an end long ago', sign({ ...claims, exp: 1_000 }, secret)],
    ['a beginning still to come', sign(claims, secret, { ...soon, notBefore: 600 })],
    ['no subject', sign({ ...claims, sub: undefined }, secret, soon)],
    ['companies of another form', sign({ ...claims, companies: { $gt: '' } }, secret, soon)],
    ['no scope', sign({ ...claims, scope: undefined }, secret, soon)],
    ['an odd device', sign({ ...claims, core_id: 7 }, secret, soon)],
    ['a dni that is no text', sign({ ...claims, core_id: 'phone', dni: 7 }, secret, soon)],
    ['a dni that is a list', sign({ ...claims, core_id: 'phone', dni: ['1-9'] }, secret, soon)],
    ['a dni without letters or digits', sign({ ...claims, core_id: 'phone', dni: ' .-' }, secret, soon)],
    ['an empty dni', sign({ ...claims, core_id: 'phone', dni: '' }, secret, soon)],
    [
      'an extension that must be understood',
      sign(claims, secret, { ...soon, header: { alg: 'HS256', crit: ['x'], x: 1 } as never }),
    ],
    ['an empty list of such', sign(claims, secret, { ...soon, header: { alg: 'HS256', crit: [] } as never })],
  ])('refuses %s', async (_, token) => {
    expect(await verify(token)).toBeUndefined();
  });

  it('bears clocks that differ by half a minute', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await verify(sign({ ...claims, exp: now - 15 }, secret))).toBeDefined();
    expect(await verify(sign({ ...claims, exp: now - 45 }, secret))).toBeUndefined();
  });

  it('forgets an accepted token when it ends', async () => {
    const now = Math.floor(Date.now() / 1000);
    const token = sign({ ...claims, exp: now - 28 }, secret);
    expect(await verify(token)).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    expect(await verify(token)).toBeUndefined();
  });
});

describe('a public key', () => {
  it('accepts its own signatures only, and is never taken for a secret', async () => {
    const verify = verifierOf({ findKey: publicKey(pem) });
    expect(await verify(sign(claims, rsa.privateKey, { ...soon, algorithm: 'RS256' }))).toBeDefined();
    expect(await verify(sign(claims, ec.privateKey, { ...soon, algorithm: 'ES256' }))).toBeUndefined();
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const body = sign(claims, secret, soon).split('.')[1];
    const { createHmac } = await import('node:crypto');
    const forged = createHmac('sha256', pem).update(`${header}.${body}`).digest('base64url');
    expect(await verify(`${header}.${body}.${forged}`)).toBeUndefined();
  });
});

describe('a public key that tokens must not be signed with', () => {
  it.each([
    ['a short RSA key', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    ['a key on another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
    ['a key of another kind', generateKeyPairSync('ed25519').publicKey],
  ])('is refused: %s', (_, key) => {
    const text = key.export({ type: 'spki', format: 'pem' }) as string;
    expect(() => publicKey(text)).toThrow('Neither an RSA key of 2048 to 8192 bits nor a P-256 key');
  });
});

describe('several issuers', () => {
  it('each have rules of their own', async () => {
    const rules = { issuer: 'login', audience: 'herald' };
    const other = 'another secret that is long enough';
    const verify = verifierOf({ findKey: secretKey(secret), ...rules }, { findKey: secretKey(other) });
    expect(await verify(sign(claims, secret, soon))).toBeUndefined();
    expect(await verify(sign(claims, secret, { ...soon, issuer: 'other', audience: 'herald' }))).toBeUndefined();
    expect(await verify(sign(claims, secret, { ...soon, ...rules }))).toBeDefined();
    expect(await verify(sign(claims, other, soon))).toBeDefined();
  });

  it('do not depend on each other: one without keys stands in the way of unknown tokens alone', async () => {
    const findKey = async () => Promise.reject(new KeysUnavailable('down'));
    const verify = verifierOf({ findKey }, { findKey: secretKey(secret) });
    expect(await verify(sign(claims, secret, soon))).toBeDefined();
    await expect(verify(sign(claims, 'another secret that is long enough', soon))).rejects.toThrow(KeysUnavailable);
  });
});

describe('remembered tokens', () => {
  const accepted = {
    caller: { subject: 'x', companies: [], scopes: new Set<string>() },
    claims: {},
    key: { key: secret, algorithms: [] },
    issuer: { findKey: secretKey(secret) },
    expiresAt: Date.now() + 3_600_000,
  };
  afterEach(() => jest.restoreAllMocks());

  it('are bounded in number and in bytes', () => {
    const cache = acceptedTokens();
    for (let n = 0; n < 12_000; n++) cache.add(`token-${n}`, accepted);
    expect(cache.size().entries).toBe(10_000);
    for (let n = 0; n < 2_000; n++) cache.add(`${n}`.padStart(16_000, 'x'), accepted);
    expect(cache.size().bytes).toBeLessThanOrEqual(8_000_000);
    cache.add('last', accepted);
    cache.add('last', accepted);
    expect(cache.find('last')).toBeDefined();
    expect(cache.size().bytes).toBeLessThanOrEqual(8_000_000);
  });

  it('are verified again after five minutes, whatever the wall clock says', () => {
    const cache = acceptedTokens();
    cache.add('token', accepted);
    const now = performance.now();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 299_000);
    expect(cache.find('token')).toBeDefined();
    clock.mockReturnValue(now + 301_000);
    expect(cache.find('token')).toBeUndefined();
    expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
  });
});
