import { createServer, type Server, type ServerResponse } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { sign } from 'jsonwebtoken';
import { keyServer, type KeyServer } from './key-server';
import { KeysUnavailable } from './keys';
import { serviceTokenIssuer, serviceTokens } from './service-tokens';
import { tokenVerifier } from './verify-token';

const claims = { sub: 'somebody', companies: [1], scope: '*' };
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [one, two] = [newKey(), newKey()];
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = ({ publicKey }: ReturnType<typeof newKey>, more: object) => ({
  ...publicKey.export({ format: 'jwk' }),
  ...more,
});
const signed = (kid: string, { privateKey } = one, sub = 'somebody') =>
  sign({ ...claims, sub }, privateKey, { expiresIn: 600, algorithm: 'RS256', keyid: kid });

let server: Server;
let url: string;
let asked: number;
let keys: unknown[];
let answer: (res: ServerResponse) => unknown;
let opened: KeyServer[];
const sendKeys = (res: ServerResponse) => res.end(JSON.stringify({ keys }));
beforeEach(async () => {
  [asked, keys, answer, opened] = [0, [jwk(one, { kid: 'one' })], sendKeys, []];
  server = createServer((_req, res) => {
    asked++;
    answer(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const one of opened) one.close();
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
});

function verifier(refreshMs?: number, at = url) {
  const source = keyServer(at, { refreshMs });
  opened.push(source);
  const verify = tokenVerifier([{ findKey: source.findKey }]);
  return (token: string) => verify(token, { service: 'index', headers: {} });
}

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (
    const end = performance.now() + 15_000;
    !(await check());
    await new Promise((resolve) => setTimeout(resolve, 20))
  )
    if (performance.now() > end) throw new Error('It did not come to that');
}
const laterBy = (ms: number) => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
};

it('signs for callers alone, whatever the subject of a token', async () => {
  const source = keyServer(url);
  opened.push(source);
  const secret = 'the secret of the services, long enough';
  const verify = tokenVerifier([{ findKey: source.findKey }, serviceTokenIssuer(secret)]);
  const arrival = { service: 'index', headers: {} };
  const claimed = { ...claims, sub: 'service:campaigns', companies: '*', iss: 'herald', aud: 'index' };
  const foreign = sign(claimed, one.privateKey, { expiresIn: 300, algorithm: 'RS256', keyid: 'one' });
  for (let n = 0; n < 2; n++) {
    const found = await verify(foreign, arrival);
    expect([found?.subject, found?.isService]).toEqual(['caller:service:campaigns', undefined]);
    expect(await verify(serviceTokens(secret, 'campaigns')('index'), arrival)).toMatchObject({ isService: true });
  }
});

it('is asked once for many tokens, and for unknown keys at most once a minute', async () => {
  const verify = verifier();
  const all = await Promise.all([verify(signed('one')), verify(signed('one')), verify(signed('one'))]);
  expect(all.every(Boolean)).toBe(true);
  expect(asked).toBe(1);
  for (let n = 0; n < 50; n++) expect(await verify(signed(`unknown-${n}`))).toBeUndefined();
  expect(asked).toBe(1);
  laterBy(61_000);
  await Promise.all(Array.from({ length: 50 }, (_, n) => verify(signed(`other-${n}`))));
  expect(asked).toBe(2);
});

it('takes keys of both kinds, and refuses tokens without a kid or of another algorithm', async () => {
  keys.push({ ...ec.publicKey.export({ format: 'jwk' }), kid: 'two' });
  const verify = verifier();
  const es = (more: object) => sign(claims, ec.privateKey, { expiresIn: 60, algorithm: 'ES256', ...more });
  expect(await verify(es({ keyid: 'two' }))).toBeDefined();
  expect(await verify(es({ keyid: 'one' }))).toBeUndefined();
  expect(await verify(es({}))).toBeUndefined();
  expect(
    await verify(sign(claims, one.privateKey, { expiresIn: 60, algorithm: 'RS512', keyid: 'one' })),
  ).toBeUndefined();
});

it('stops trusting a withdrawn key at the next refresh, and every remembered token that it verified', async () => {
  const verify = verifier(50);
  keys = [jwk(one, { kid: 'one' }), jwk(two, { kid: 'two' })];
  const [before, fine] = [signed('one'), signed('two', two)];
  expect(await verify(before)).toBeDefined();
  expect(await verify(fine)).toBeDefined();
  keys = [jwk(two, { kid: 'two' })];
  await until(async () => !(await verify(before)));
  expect(await verify(signed('one', one, 'new'))).toBeUndefined();
  expect(await verify(fine)).toBeDefined();
});

it('stops trusting a key that another one replaces under its name', async () => {
  const verify = verifier(50);
  const before = signed('one');
  expect(await verify(before)).toBeDefined();
  keys = [jwk(two, { kid: 'one' })];
  await until(async () => (await verify(signed('one', two))) !== undefined);
  expect(await verify(before)).toBeUndefined();
});

const troubles: [string, (res: ServerResponse) => unknown][] = [
  ['answers 500', (res) => res.writeHead(500).end('{"keys":[]}')],
  ['sends garbage', (res) => res.end('<html>')],
  ['sends null', (res) => res.end('null')],
  ['sends no keys', (res) => res.end('{"keys":[]}')],
  ['sends no list of keys', (res) => res.end('{"keys":{"length":1}}')],
  [
    'sends half of a document',
    (res) => res.writeHead(200, { 'content-length': 900 }).write('{"keys":[', () => res.destroy()),
  ],
  ['sends nothing', (res) => res.end()],
  ['redirects', (res) => res.writeHead(302, { location: '/else' }).end()],
  ['sends too much', (res) => res.end(`{"keys":[],"more":"${'x'.repeat(1_100_000)}"}`)],
  [
    'sends what unpacks to too much',
    (res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(30_000_000))),
  ],
  ['sends too many keys', (res) => res.end(JSON.stringify({ keys: Array(101).fill(keys[0]) }))],
  ['cuts the connection', (res) => res.destroy()],
  ['hangs', () => {}],
  ['begins and hangs', (res) => res.write('{"keys":[')],
];

it.each(troubles)('that %s is no reason to refuse a good token', async (_, trouble) => {
  const verify = verifier(50);
  const remembered = signed('one');
  expect(await verify(remembered)).toBeDefined();
  answer = trouble;
  const before = asked;
  await until(() => asked > before);
  await until(async () => {
    const started = performance.now();
    expect(await verify(remembered)).toBeDefined();
    expect(await verify(signed('one', one, 'new'))).toBeDefined();
    expect(performance.now() - started).toBeLessThan(3_000);
    // An unknown key could be a new one.
    return verify(signed('unknown')).then(
      () => false,
      (error) => error instanceof KeysUnavailable,
    );
  });
  // Back again, it is found by itself.
  [answer, keys] = [sendKeys, [jwk(two, { kid: 'two' })]];
  await until(() => verify(signed('two', two)).then(Boolean, () => false));
  expect(await verify(remembered)).toBeUndefined();
});

it.each([
  ['hangs', () => {}],
  ['begins and hangs', (res: ServerResponse) => void res.write('{"keys":[')],
])('that %s is given up however much garbage is collected meanwhile', async (_, trouble) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  answer = trouble;
  const collecting = setInterval(collectGarbage, 100);
  try {
    await expect(verifier()(signed('one'))).rejects.toThrow(KeysUnavailable);
  } finally {
    clearInterval(collecting);
  }
});

it('that fails at first leaves it open whether a token is good, and is asked again by itself', async () => {
  const verify = verifier();
  answer = (res) => res.writeHead(500).end();
  for (let n = 0; n < 20; n++) await expect(verify(signed('one'))).rejects.toThrow(KeysUnavailable);
  expect(asked).toBeLessThan(4);
  answer = sendKeys;
  await until(() => verify(signed('one')).then(Boolean, () => false));
});

it('that is not there is no answer to a token', async () => {
  await expect(verifier(undefined, 'http://127.0.0.1:1/')(signed('one'))).rejects.toThrow(KeysUnavailable);
});

it('that could not be asked for a day is not trusted any more', async () => {
  const verify = verifier();
  const remembered = signed('one');
  expect(await verify(remembered)).toBeDefined();
  answer = (res) => res.writeHead(500).end();
  laterBy(86_400_000);
  await expect(verify(remembered)).rejects.toThrow(KeysUnavailable);
});

it('may be as odd as it likes about one key: the others are taken', async () => {
  const { n: _, ...withoutN } = jwk(one, { kid: 'without-n' }) as { n?: string };
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  keys = [
    ...[null, 'text', 7, [], {}, true, withoutN],
    { kty: 'EC', crv: 'P-999', x: 'AA', y: 'AA', kid: 'curve' },
    { ...generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey.export({ format: 'jwk' }), kid: 'p521' },
    { ...short, kid: 'short' },
    { kty: 'oct', k: 'c2VjcmV0', kid: 'oct' },
    { kty: 'OKP', crv: 'Ed25519', x: 'AA', kid: 'okp' },
    jwk(one, { kid: 'encrypts', use: 'enc' }),
    jwk(one, { kid: 'wraps', key_ops: ['wrapKey'] }),
    jwk(one, { kid: 'mismatch', alg: 'ES256' }),
    jwk(one, { kid: 7 }),
    jwk(one, { kid: { $ne: 1 } }),
    jwk(one, { kid: 'unsafe', e: 'AQ' }),
    jwk(one, { kid: '__proto__' }),
    { kty: 'RSA', n: { toString: 1 }, e: 7, kid: 'one' },
    jwk(one, { kid: 'one', use: 'sig', alg: 'RS256', key_ops: ['verify'] }),
    jwk(two, { kid: 'one' }),
  ];
  const verify = verifier();
  expect(await verify(signed('one'))).toBeDefined();
  for (const kid of ['encrypts', 'wraps', 'mismatch', 'without-n', 'unsafe', '7', 'toString', 'p521', 'oct'])
    expect(await verify(signed(kid))).toBeUndefined();
});

it('measures the age of keys by the monotonic clock', async () => {
  const verify = verifier();
  expect(await verify(signed('one'))).toBeDefined();
  const token = signed('unknown');
  laterBy(61_000);
  const set = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => set);
  expect(await verify(token)).toBeUndefined();
  expect(asked).toBe(2);
});
