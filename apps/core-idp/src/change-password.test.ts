import { eventually } from '@herald/testing';
import { hashPassword } from './password';
import { passwordMatches } from './password-matches.fixture';
import { isForbidden, passwordOf, startCoreIdp, tokenIn, type TestedCoreIdp } from './start-core-idp.fixture';

const change = `PUT ${passwordOf(1)}`;
const ana = { email: 'ana@example.com', name: 'Ana' };
const oldPassword = 'correct horse battery';
const oldHash = hashPassword(oldPassword);
const password = 'staple after staple';
const badToken = [
  422,
  { code: 422, resource: 'Password', message: 'Fail', errors: { token: ['is wrong, used or expired'] } },
];

let herald: TestedCoreIdp;
beforeEach(async () => {
  herald = await startCoreIdp();
  await herald.stored('profiles').insertOne({ ...ana, uuid: 'ana', company_id: '1', password_hash: await oldHash });
});
afterEach(() => herald?.stop());

async function mailedToken(): Promise<string> {
  const body = { operation: 'request', access_type: 'email', profile: ana.email };
  await herald.as()(`PATCH ${passwordOf(1)}`, { body });
  return tokenIn(herald.mail.messages()[0]!);
}

const put = async (body: unknown, company = 1) => {
  const answer = await herald.as()(`PUT ${passwordOf(company)}`, { body });
  return [answer.status, answer.body];
};

async function passwordIs(expected: string): Promise<boolean> {
  const profile = await herald.stored('profiles').findOne({ email: ana.email });
  return passwordMatches(expected, profile!.password_hash);
}

describe(change, () => {
  it('sets the password once and answers nothing secret', async () => {
    const token = await mailedToken();
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(change, { body: { token, password } });
    expect(status).toBe(200);
    const data = 'The password was changed';
    expect(body).toEqual({ code: 200, resource: 'Password', data, message: 'Updated' });
    expect([await passwordIs(password), await passwordIs(oldPassword)]).toEqual([true, false]);
    expect(await herald.stored('password_tokens').countDocuments()).toBe(0);

    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'update', result: true, company_id: '1', resource_id: 'ana' });
    for (const secret of [token, password, ana.email]) expect(JSON.stringify(record)).not.toContain(secret);
    expect(await put({ token, password: 'another password' })).toEqual(badToken);
    expect(await passwordIs(password)).toBe(true);
  });

  it('accepts only one of two concurrent uses', async () => {
    const token = await mailedToken();
    const passwords = ['the first password', 'the second password', 'the third password'];
    const all = await Promise.all(passwords.map((one) => put({ token, password: one })));
    const winner = all.findIndex(([status]) => status === 200);
    expect(all.filter(([status]) => status === 422)).toEqual([badToken, badToken]);
    expect(await passwordIs(passwords[winner]!)).toBe(true);
  });

  it('refuses a token that a newer one replaced', async () => {
    const old = await mailedToken();
    const fresh = await mailedToken();
    expect(fresh).not.toBe(old);
    expect(await put({ token: old, password })).toEqual(badToken);
    expect((await put({ token: fresh, password }))[0]).toBe(200);
  });

  it('refuses an expired token before the database has removed it', async () => {
    const token = await mailedToken();
    await herald.stored('password_tokens').updateOne({}, { $set: { expires_at: new Date(Date.now() - 1) } });
    expect(await put({ token, password })).toEqual(badToken);
    expect(await passwordIs(oldPassword)).toBe(true);
  });

  it('refuses an unknown token, its hash, and one of another company', async () => {
    const token = await mailedToken();
    const stored = await herald.stored('password_tokens').findOne();
    for (const wrong of ['x', stored!.hash, token.slice(1)])
      expect(await put({ token: wrong, password })).toEqual(badToken);
    expect(await put({ token, password }, 2)).toEqual(badToken);
    const foreign = await herald.as({ companies: [2] })(change, { body: { token, password } });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
    expect((await put({ token, password }))[0]).toBe(200);
  });

  it.each([
    ['token', undefined],
    ['token', { $ne: 1 }],
    ['token', ['x']],
    ['password', 'eleven char'],
    ['password', 'x'.repeat(257)],
    ['password', { $ne: 1 }],
    ['password', undefined],
  ])('refuses %s = %j and keeps the token', async (field, value) => {
    const token = await mailedToken();
    const [status, body] = await put({ token, password, [field]: value });
    expect([status, body.message, Object.keys(body.errors)]).toEqual([422, 'Fail', [field]]);
    expect(await herald.stored('password_tokens').countDocuments()).toBe(1);
  });

  it('needs neither the company service nor the mail server', async () => {
    const token = await mailedToken();
    await herald.company.stop();
    await herald.mail.stop();
    expect((await put({ token, password }))[0]).toBe(200);
  });
});
