import { startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { createdBy, gold, path } from './tag-value.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const made = (body?: object) => createdBy(herald, body);

describe(`GET ${path}`, () => {
  it('lists values by company and tag', async () => {
    await made();
    await made({ ...gold, name: 'Silver' });
    await made({ ...gold, systemic_tag_name: 'zone' });
    await made({ ...gold, company_id: 2 });
    const list = async (query: Record<string, string>, companies: number[] = [1]) =>
      (await herald.as({ companies })(`GET ${path}`, { query })).body;
    const found = await list({ company_id: '1', systemic_tag_name: 'client_type', per_page: '1' });
    expect(found).toMatchObject({ message: 'Found', page: 1, per_page: 1, total: 2, data: [{ name: 'Gold' }] });
    expect((await list({})).total).toBe(3);
    expect((await list({}, [1, 2])).total).toBe(4);
    expect(await list({ company_id: '2' })).toEqual({ code: 403, message: 'Forbidden' });
    expect((await list({ company_id: '1', systemic_tag_name: 'none' })).data).toEqual([]);
  });
});
