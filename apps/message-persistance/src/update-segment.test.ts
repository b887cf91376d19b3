import { badQueries, gold, segments } from './segment.fixture';
import { noSegment, startMessagePersistance, type TestedMessagePersistance } from './start-message-persistance.fixture';

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const create = (body: object, companies: '*' | number[] = '*') =>
  herald.as({ companies })(`POST ${segments}`, { body });
const created = async (body: object = gold) => (await create(body)).body.data;
const stored = () => herald.stored('segments').find().toArray();

describe(`PUT ${segments}/:segment_uuid`, () => {
  const changed = { name: 'Silver', index_query: { 'apps.tags.plan': 'silver' } };
  const put = (uuid: string, body: unknown, companies: '*' | number[] = '*') =>
    herald.as({ companies })(`PUT ${segments}/${uuid}`, { body });

  it('replaces only the name and the filters', async () => {
    const segment = await created();
    const { status, body } = await put(segment.uuid, { ...changed, company_id: 2, uuid: 'x', id: 7 }, [1]);
    expect([status, body.resource, body.message]).toEqual([200, 'Segment', 'Found']);
    expect(body.data).toEqual({ ...segment, ...changed, updated_at: expect.any(String) });
    expect(body.data.updated_at >= segment.updated_at).toBe(true);
    expect((await herald.as()(`GET ${segments}/${segment.uuid}`)).body.data).toEqual(body.data);
  });

  it('answers the same for an unknown segment and one of another company, and changes nothing', async () => {
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
