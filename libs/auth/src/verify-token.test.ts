import { createServer, type Server } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sign } from 'jsonwebtoken';
import { jwksKeys, publicKey, secretKey } from './keys';
import { serviceTokens, signToken } from './sign-token';
import { tokenVerifier } from './verify-token';

const secret = 'a secret for tests that is long enough';
const claims = { sub: 'somebody', companies: [1, '2'], scope: 'index:read company:write' };
const soon = { expiresIn: 60 };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;

describe('a shared secret', () => {
  const verify = tokenVerifier([{ findKey: secretKey(secret) }]);

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
    const verify = tokenVerifier([{ findKey: publicKey(pem) }]);
    expect(await verify(sign(claims, rsa.privateKey, { ...soon, algorithm: 'RS256' }))).toBeDefined();
    expect(await verify(sign(claims, ec.privateKey, { ...soon, algorithm: 'ES256' }))).toBeUndefined();
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const body = sign(claims, secret, soon).split('.')[1];
    const { createHmac } = await import('node:crypto');
    const forged = createHmac('sha256', pem).update(`${header}.${body}`).digest('base64url');
    expect(await verify(`${header}.${body}.${forged}`)).toBeUndefined();
  });
});

describe('issuer and audience', () => {
  it('are checked where they are set, for that issuer alone', async () => {
    const rules = { issuer: 'login', audience: 'herald' };
    const services = 'the secret of the services, long enough';
    const verify = tokenVerifier([{ findKey: secretKey(secret), ...rules }, { findKey: secretKey(services) }]);
    expect(await verify(sign(claims, secret, soon))).toBeUndefined();
    expect(await verify(sign(claims, secret, { ...soon, issuer: 'other', audience: 'herald' }))).toBeUndefined();
    expect(await verify(sign(claims, secret, { ...soon, ...rules }))).toBeDefined();
    expect(
      await verify(signToken(secret, { subject: 'x', companies: '*', scope: '*', seconds: 9, ...rules })),
    ).toBeDefined();
    expect((await verify(serviceTokens(services, 'index')()))?.subject).toBe('service:index');
  });
});

describe('a key server', () => {
  let server: Server;
  let url: string;
  let asked = 0;
  let keys: object[];
  beforeEach(async () => {
    asked = 0;
    keys = [{ ...rsa.publicKey.export({ format: 'jwk' }), kid: 'one' }];
    server = createServer((_req, res) => {
      asked++;
      res.end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => void server.close());
  const rs = (keyid: string) => sign(claims, rsa.privateKey, { ...soon, algorithm: 'RS256', keyid });

  it('is asked once, and for an unknown key at most once a minute', async () => {
    const verify = tokenVerifier([{ findKey: jwksKeys(url) }]);
    const all = await Promise.all([verify(rs('one')), verify(rs('one')), verify(rs('one'))]);
    expect(all.every(Boolean)).toBe(true);
    expect(asked).toBe(1);
    for (let n = 0; n < 5; n++) expect(await verify(rs(`unknown-${n}`))).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('takes keys of both kinds and refuses a token without kid', async () => {
    keys.push({ ...ec.publicKey.export({ format: 'jwk' }), kid: 'two' });
    const verify = tokenVerifier([{ findKey: jwksKeys(url) }]);
    expect(await verify(sign(claims, ec.privateKey, { ...soon, algorithm: 'ES256', keyid: 'two' }))).toBeDefined();
    expect(await verify(sign(claims, ec.privateKey, { ...soon, algorithm: 'ES256' }))).toBeUndefined();
  });

  it('that is down is no answer to a token', async () => {
    server.close();
    const verify = tokenVerifier([{ findKey: jwksKeys('http://127.0.0.1:1/') }]);
    await expect(verify(rs('one'))).rejects.toThrow('No keys');
  });
});
