import { serviceLogged } from '@herald/envelopes';
import { eventually } from '@herald/testing';
import {
  isForbidden,
  noSegment,
  startMessagePersistance,
  type TestedMessagePersistance,
} from './start-message-persistance.fixture';

const segments = '/message-persistance/api/v1/segment';
const gold = {
  company_id: 1,
  name: ' Gold ',
  index_query: { 'apps.app_id': ['1', '2'], 'apps.tags.plan': 'gold', system_name: 'Android', status: true },
};

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const create = (body: object, companies: '*' | number[] = '*') =>
  herald.as({ companies })(`POST ${segments}`, { body });
const created = async (body: object = gold) => (await create(body)).body.data;
const stored = () => herald.stored('segments').find().toArray();

const badQueries: [unknown, string][] = [
  [undefined, 'index_query'],
  ['x', 'index_query'],
  [[], 'index_query'],
  [{ brnad: 'Acme' }, 'index_query.brnad'],
  [{ $where: '1' }, 'index_query.$where'],
  [{ brand: { $ne: 1 } }, 'index_query.brand'],
  [{ 'apps.tags.$plan': 'x' }, 'index_query.apps.tags.$plan'],
  [{ company_id: '2' }, 'index_query.company_id'],
  [{ company_id: '1' }, 'index_query.company_id'],
];

describe(`POST ${segments}`, () => {
  it('creates a segment and keeps its filters as they were sent', async () => {
    const logged = await herald.collect(serviceLogged);
    const { status, body } = await create(gold, [1]);
    expect(status).toBe(201);
    expect(body).toEqual({
      code: 201,
      resource: 'Segment',
      data: {
        id: 1,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        company_id: '1',
        name: 'Gold',
        index_query: gold.index_query,
        created_at: expect.stringMatching(/Z$/),
        updated_at: body.data.created_at,
      },
      message: 'Created',
    });
    expect(await stored()).toMatchObject([{ company_id: '1', name: 'Gold', uuid: body.data.uuid }]);
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'create', result: true, company_id: '1', resource_id: body.data.uuid });
  });

  it.each(badQueries)('refuses index_query = %j', async (index_query, field) => {
    const { status, body } = await create({ ...gold, index_query });
    expect([status, body.resource, body.message, Object.keys(body.errors)]).toEqual([422, 'Segment', 'Fail', [field]]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['name', undefined],
    ['name', ' '],
    ['name', { $ne: 1 }],
    ['company_id', undefined],
    ['company_id', { $ne: 1 }],
    ['company_id', [1]],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await create({ ...gold, [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await stored()).toEqual([]);
  });

  it('refuses a company that the token does not hold', async () => {
    const { status, body } = await create(gold, [2]);
    expect([status, body]).toEqual(isForbidden);
    expect(await stored()).toEqual([]);
  });
});

describe(`GET ${segments}/:segment_uuid`, () => {
  it('reads a segment, and answers the same for an unknown one and one of somebody else', async () => {
    const segment = await created();
    const { status, body } = await herald.as({ companies: [1] })(`GET ${segments}/${segment.uuid}`);
    expect([status, body.message, body.data]).toEqual([200, 'Found', segment]);
    for (const uuid of [segment.uuid, 'nobody']) {
      const foreign = await herald.as({ companies: [2, 3] })(`GET ${segments}/${uuid}`);
      expect([foreign.status, foreign.body]).toEqual(noSegment);
    }
  });
});

describe(`GET ${segments}`, () => {
  it('lists the segments of the token, newest first, or of one of its companies', async () => {
    for (const [company_id, name] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [1, 'd'],
    ])
      await created({ ...gold, company_id, name });
    const list = async (companies: '*' | number[], query: Record<string, number> = {}) => {
      const { body } = await herald.as({ companies })(`GET ${segments}`, { query });
      return [body.data.map(({ name }: { name: string }) => name).join(''), body.total];
    };
    expect(await list('*')).toEqual(['dcba', 4]);
    expect(await list([1, 2])).toEqual(['dba', 3]);
    expect(await list([1, 2], { company_id: 1 })).toEqual(['da', 2]);
    expect(await list([1, 2], { per_page: 2, page: 2 })).toEqual(['a', 3]);
    expect(await list([9])).toEqual(['', 0]);
    const foreign = await herald.as({ companies: [2] })(`GET ${segments}`, { query: { company_id: 1 } });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
    expect((await herald.as()(`GET ${segments}`, { query: { per_page: 1001 } })).status).toBe(422);
  });
});

describe(`PUT ${segments}/:segment_uuid`, () => {
  const changed = { name: 'Silver', index_query: { 'apps.tags.plan': 'silver' } };
  const put = (uuid: string, body: unknown, companies: '*' | number[] = '*') =>
    herald.as({ companies })(`PUT ${segments}/${uuid}`, { body });

  it('replaces name and filters, and nothing else', async () => {
    const segment = await created();
    const { status, body } = await put(segment.uuid, { ...changed, company_id: 2, uuid: 'x', id: 7 }, [1]);
    expect([status, body.resource, body.message]).toEqual([200, 'Segment', 'Found']);
    expect(body.data).toEqual({ ...segment, ...changed, updated_at: expect.any(String) });
    expect(body.data.updated_at >= segment.updated_at).toBe(true);
    expect((await herald.as()(`GET ${segments}/${segment.uuid}`)).body.data).toEqual(body.data);
  });

  it('answers the same for an unknown segment and one of somebody else, and changes nothing', async () => {
    const segment = await created();
    const before = await stored();
    for (const uuid of [segment.uuid, 'nobody']) {
      const { status, body } = await put(uuid, changed, [2]);
      expect([status, body]).toEqual(noSegment);
    }
    expect(await stored()).toEqual(before);
  });

  it.each([...badQueries, [{ brand: 'x' }, 'name'] as [unknown, string]])(
    'refuses index_query = %j',
    async (index_query, field) => {
      const segment = await created();
      const name = field === 'name' ? ['x'] : 'x';
      const { status, body } = await put(segment.uuid, { name, index_query });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
      expect((await stored())[0]!.name).toBe('Gold');
    },
  );
});
