import { eventually } from '@herald/testing';
import { passwordMatches } from './password-matches.fixture';
import { isForbidden, noCompany, profilesOf, startCoreIdp, type TestedCoreIdp } from './start-core-idp.fixture';

const create = `POST ${profilesOf(1)}`;
const password = 'correct horse battery';
const ana = { email: 'ana@example.com', username: 'ana', name: 'Ana', password };

let herald: TestedCoreIdp;
beforeEach(async () => (herald = await startCoreIdp()));
afterEach(() => herald?.stop());

const count = () => herald.stored('profiles').countDocuments();

describe(create, () => {
  it('creates a profile, stores a hash of the password and answers neither', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(create, {
      body: { ...ana, email: ' Ana@Example.com' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      code: 201,
      resource: 'Profile',
      data: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        company_id: '1',
        email: 'ana@example.com',
        username: 'ana',
        name: 'Ana',
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
      message: 'Created',
    });
    const [stored] = await herald.stored('profiles').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(password);
    expect(passwordMatches(password, stored!.password_hash)).toBe(true);
    expect(passwordMatches(`${password}.`, stored!.password_hash)).toBe(false);
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'create', result: true, company_id: '1', resource_id: body.data.uuid });
    expect(JSON.stringify(record)).not.toMatch(/ana@|correct|scrypt/);
  });

  it('accepts a profile with only an e-mail or only a username', async () => {
    const { username, email, ...rest } = ana;
    const all = [
      { ...rest, email },
      { ...rest, username },
      { ...rest, email: 'b@x.io' },
      { ...rest, username: 'b' },
    ];
    for (const body of all) expect((await herald.as()(create, { body })).status).toBe(201);
    expect(await count()).toBe(4);
    expect(await herald.stored('profiles').countDocuments({ username: { $exists: false } })).toBe(2);
  });

  it('answers 409 for an e-mail or username of another profile, in any case', async () => {
    await herald.as()(create, { body: ana });
    const mail = await herald.as()(create, { body: { ...ana, username: 'other', email: 'ANA@example.com' } });
    expect([mail.status, mail.body]).toEqual([
      409,
      { code: 409, resource: 'Profile', message: 'Conflict', errors: { email: ['is already taken'] } },
    ]);
    const name = await herald.as()(create, { body: { ...ana, username: ' ANA ', email: undefined } });
    expect([name.status, name.body.errors]).toEqual([409, { username: ['is already taken'] }]);
    expect((await herald.as()(`POST ${profilesOf(2)}`, { body: ana })).status).toBe(201);
  });

  it('creates only one of many equal profiles sent concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => herald.as()(create, { body: ana })));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(5);
    for (const { body } of all.filter(({ status }) => status === 409))
      expect(Object.values(body.errors)).toEqual([['is already taken']]);
    expect(await count()).toBe(1);
  });

  it.each([
    ['email', 'no address'],
    ['email', { $ne: 1 }],
    ['username', ['ana']],
    ['username', ' '],
    ['name', undefined],
    ['name', 7],
    ['password', 'eleven char'],
    ['password', 'x'.repeat(257)],
    ['password', { $ne: 1 }],
    ['password', undefined],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await herald.as()(create, { body: { ...ana, [field]: value } });
    expect([status, body.message, Object.keys(body.errors)]).toEqual([422, 'Fail', [field]]);
    expect(await count()).toBe(0);
  });

  it('requires an e-mail or a username', async () => {
    const { status, body } = await herald.as()(create, { body: { name: 'Ana', password } });
    expect([status, body.errors]).toEqual([422, { body: ['must hold email or username'] }]);
  });

  it('refuses a company that does not exist, and a company the token does not hold', async () => {
    const unknown = await herald.as()(`POST ${profilesOf(99)}`, { body: ana });
    expect([unknown.status, unknown.body]).toEqual(noCompany);
    const foreign = await herald.as({ companies: [2] })(create, { body: ana });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
  });

  it('answers 503 with Retry-After while the company service is down', async () => {
    await herald.company.stop();
    const { status, headers } = await herald.as()(create, { body: ana });
    expect([status, headers.get('retry-after'), await count()]).toEqual([503, '5', 0]);
  });
});

it.each(['Ana\n\nYour account is blocked. Call +1900', 'Ana\r\nBcc: x', 'Ana\u2028x', 'Ana\tx'])(
  'refuses a name of more than one line, which would become a part of our mails: %j',
  async (name) => {
    const { status, body } = await herald.as()(create, { body: { name, email: 'lines@example.com', password } });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
  },
);
