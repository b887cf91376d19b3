import { gold, segments } from './segment.fixture';
import {
  isForbidden,
  startMessagePersistance,
  type TestedMessagePersistance,
} from './start-message-persistance.fixture';

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const create = (body: object, companies: '*' | number[] = '*') =>
  herald.as({ companies })(`POST ${segments}`, { body });
const created = async (body: object = gold) => (await create(body)).body.data;

describe(`GET ${segments}`, () => {
  it('lists the segments of the token, or of one of its companies, newest first', async () => {
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
