import { createHash } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { eventually } from '@herald/testing';
import {
  isForbidden,
  noCompany,
  passwordOf,
  startCoreIdp,
  tokenIn,
  type TestedCoreIdp,
} from './start-core-idp.fixture';

const request = `PATCH ${passwordOf(1)}`;
const wanted = { operation: 'request', access_type: 'email', profile: 'ana@example.com' };
const ana = { email: 'ana@example.com', username: 'ana', name: 'Ana <b>' };
const anaOf = (company_id: string) => ({ ...ana, company_id, uuid: `ana of ${company_id}`, password_hash: '' });
const badRequest = (sentence: string) => [
  400,
  { code: 400, resource: 'Change Password', message: 'Bad request', errors: sentence },
];
const badOperation = badRequest('Operation field is null or not supported');
const badAccessType = badRequest('Access_type field is null or not supported');
const noProfile = [404, { code: 404, resource: 'Profile', message: 'Not found' }];

let herald: TestedCoreIdp;
beforeEach(async () => {
  herald = await startCoreIdp({ MAIL_FROM: 'Herald <no-reply@herald.example>' });
  await herald.stored('profiles').insertMany(['1', '3', '4'].map(anaOf));
});
afterEach(() => herald?.stop());

const ask = async (body: unknown, company = 1) => {
  const answer = await herald.as()(`PATCH ${passwordOf(company)}`, { body });
  return [answer.status, answer.body];
};
const tokens = () => herald.stored('password_tokens').find().toArray();

describe(request, () => {
  it('mails a token to the registered address and stores only its hash', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(request, {
      body: { ...wanted, profile: ' ANA@example.com ' },
    });
    expect(status).toBe(200);
    const sentence = "A confirmation token was sent to the user's e-mail address";
    expect(body).toEqual({ code: 200, resource: 'Password token', data: sentence, message: 'Ok' });

    const [mail] = herald.mail.messages();
    const token = tokenIn(mail!);
    expect(mail).toMatchObject({ to: ['ana@example.com'], subject: 'Your password change' });
    expect(mail!.text).toContain('Hello Ana <b>,');
    expect(mail!.html).toContain(`<code>${token}</code>`);
    expect(mail!.html).toContain('Ana &lt;b&gt;');
    expect(mail!.html).toContain('Acme &amp; &lt;Sons&gt;');

    const [stored, ...others] = await tokens();
    expect(others).toEqual([]);
    expect(stored!.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(token);
    const minutes = (stored!.expires_at.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);

    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({
      operation: 'update',
      result: true,
      company_id: '1',
      resource_id: 'ana of 1',
    });
    for (const secret of [token, stored!.hash, 'ana@']) expect(JSON.stringify(record)).not.toContain(secret);
  });

  it('finds the user by username where the company identifies users so', async () => {
    expect((await ask({ ...wanted, access_type: 'username', profile: 'Ana' }, 3))[0]).toBe(200);
    expect(herald.mail.messages()[0]!.to).toEqual(['ana@example.com']);
  });

  it('replaces the older token of the profile, also for concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => ask(wanted)));
    expect(all.map(([status]) => status)).toEqual([200, 200, 200, 200]);
    expect(herald.mail.messages()).toHaveLength(4);
    expect(await tokens()).toHaveLength(1);
  });

  it.each([
    [{ operation: undefined }, badOperation],
    [{ operation: null }, badOperation],
    [{ operation: 'confirm' }, badOperation],
    [{ operation: { $ne: 1 }, access_type: 'phone' }, badOperation],
    [{ access_type: undefined }, badAccessType],
    [{ access_type: ['email'] }, badAccessType],
    [{ access_type: 'document', profile: undefined }, badAccessType],
    [{ access_type: 'username', profile: 'ana' }, badAccessType],
  ])('answers 400 for %j', async (change, expected) => {
    expect(await ask({ ...wanted, ...change })).toEqual(expected);
    expect(herald.mail.messages()).toEqual([]);
  });

  it('answers 400 without a body, and where the company identifies users differently', async () => {
    expect(await ask(undefined)).toEqual(badOperation);
    expect(await ask([])).toEqual(badOperation);
    expect(await ask(wanted, 3)).toEqual(badAccessType);
    expect(await ask(wanted, 4)).toEqual(badAccessType);
  });

  it.each([undefined, '', ' ', 7, { $ne: 1 }, ['ana@example.com'], 'x'.repeat(300)])(
    'refuses profile = %j',
    async (profile) => {
      const [status, body] = await ask({ ...wanted, profile });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['profile']]);
    },
  );

  it('answers 404 for an unknown user, one of another company, and one without an e-mail', async () => {
    expect(await ask({ ...wanted, profile: 'nobody@example.com' })).toEqual(noProfile);
    expect(await ask(wanted, 2)).toEqual(noProfile);
    const mute = { company_id: '3', uuid: 'mute', username: 'mute', name: 'Mute', password_hash: '' };
    await herald.stored('profiles').insertOne(mute);
    expect(await ask({ ...wanted, access_type: 'username', profile: 'mute' }, 3)).toEqual(noProfile);
    expect([herald.mail.messages(), await tokens()]).toEqual([[], []]);
  });

  it('refuses a company that does not exist, and a company the token does not hold', async () => {
    expect(await ask(wanted, 99)).toEqual(noCompany);
    const foreign = await herald.as({ companies: [2] })(request, { body: wanted });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
  });

  it('sends one profile at most five mails an hour, in any case', async () => {
    const answers = [];
    for (let at = 0; at < 11; at++)
      answers.push(
        await herald.as({ subject: `s${at}` })(request, {
          body: { ...wanted, profile: at % 2 ? 'ANA@example.com' : wanted.profile },
        }),
      );
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200));
    // A new hour may begin during the test: then five more pass, but not eleven.
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toEqual({ code: 429, resource: 'Change Password', message: 'Too many requests' });
  });

  it('accepts at most thirty requests a minute from one caller', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 61; at++)
      statuses.push((await ask({ ...wanted, profile: `p${at}@example.com` }))[0] as number);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404));
    expect(statuses).toContain(429);
    const other = await herald.as({ subject: 'somebody else' })(request, { body: wanted });
    expect(other.status).toBe(200);
  });

  it('answers 503 with Retry-After without a mail server, and leaves no token', async () => {
    await herald.mail.stop();
    const { status, headers, body } = await herald.as()(request, { body: wanted });
    expect([status, headers.get('retry-after'), body.resource]).toEqual([503, '5', 'Change Password']);
    expect(await tokens()).toEqual([]);
  });
});

it('does not wait for a mail server that accepts connections and never answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const sockets: { destroy(): void }[] = [];
  silent.on('connection', (socket) => sockets.push(socket));
  await new Promise((resolve) => silent.once('listening', resolve));
  const deaf = await startCoreIdp({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  try {
    await deaf.stored('profiles').insertOne(anaOf('1'));
    const started = Date.now();
    expect((await deaf.as()(request, { body: wanted })).status).toBe(503);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await deaf.stored('password_tokens').countDocuments()).toBe(0);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await deaf.stop();
  }
});
