import { isForbidden, noCompany, registerTypesOf, startCoreIdp, type TestedCoreIdp } from './start-core-idp.fixture';

const list = `GET ${registerTypesOf(1)}`;
const form = {
  name: 'Customers',
  information_provider: 'form',
  required_fields: ['nin', 'email'],
  allowed_fields: ['nin', 'name', 'email'],
  company_name: 'Acme & <Sons>',
};
const day = (at: number) => new Date(`2026-01-0${at}T23:30:00.000Z`);

let herald: TestedCoreIdp;
beforeEach(async () => (herald = await startCoreIdp()));
afterEach(() => herald?.stop());

describe(list, () => {
  const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
  async function store(count: number, company_id = '1') {
    const forms = Array.from({ length: count }, (_, at) => ({
      ...form,
      uuid: `${company_id}-${at}`,
      name: `form ${at + 1}`,
      company_id,
      created_at: day(at + 1),
      updated_at: day(at + 1),
    }));
    await herald.stored('register_types').insertMany(forms);
  }

  it('lists five forms a page, newest first', async () => {
    await store(6);
    const first = await herald.as({ companies: [1] })(list);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ code: 200, resource: 'Register Type', message: 'Found' });
    expect(first.body).toMatchObject({ page: 1, per_page: 5, total: 6 });
    expect(names(first.body)).toEqual(['form 6', 'form 5', 'form 4', 'form 3', 'form 2']);
    expect(first.body.data[0]).toEqual({ ...form, name: 'form 6' });
    const second = await herald.as()(list, { query: { page: 2 } });
    expect([names(second.body), second.body.total]).toEqual([['form 1'], 6]);
  });

  it('answers an empty list for a company without forms', async () => {
    await store(2, '2');
    const { status, body } = await herald.as()(list);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], total: 0, page: 1, per_page: 5 });
  });

  it.each([
    [{ from_date: '2026-01-03' }, ['form 4', 'form 3']],
    [{ until_date: '2026-01-02' }, ['form 2', 'form 1']],
    [{ from_date: '2026-01-02', until_date: '2026-01-03T23:00:00Z' }, ['form 2']],
  ] as [Record<string, string>, string[]][])('filters by %j', async (query, expected) => {
    await store(4);
    const { body } = await herald.as()(list, { query });
    expect([names(body), body.total]).toEqual([expected, expected.length]);
  });

  it.each([
    'page=0',
    'per_page=1001',
    'from_date=yesterday',
    'until_date=2026-02-30',
    'from_date=2026-01-01&from_date=2026-01-02',
  ])('refuses %s', async (query) => {
    const { status, body } = await herald.as()(`${list}?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });

  it('refuses a company that does not exist, and a company the token does not hold', async () => {
    const unknown = await herald.as()(`GET ${registerTypesOf(99)}`);
    expect([unknown.status, unknown.body]).toEqual(noCompany);
    const foreign = await herald.as({ companies: [2] })(list);
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
  });
});
