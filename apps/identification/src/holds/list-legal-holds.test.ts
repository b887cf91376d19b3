import { path, startWithPerson, type TestedHolds } from './holds.fixture';

let herald: TestedHolds;
beforeEach(async () => (herald = await startWithPerson()));
afterEach(() => herald?.stop());

describe(`GET ${path}`, () => {
  it('lists the holds of the companies of the token, in force or lifted', async () => {
    await herald.send('PUT');
    await herald.send('PUT', { company_id: 2 });
    await herald.send('DELETE', { company_id: 2 });
    expect((await herald.list()).total).toBe(2);
    expect((await herald.list('', [2])).legal_hold).toMatchObject([{ company_id: '2', lift_reason: 'A case' }]);
    expect((await herald.list('lifted=false')).legal_hold).toMatchObject([{ company_id: '1', lifted_at: null }]);
    expect((await herald.list('lifted=true')).legal_hold).toMatchObject([{ company_id: '2' }]);
    expect((await herald.list('company_id=1&lifted=true')).total).toBe(0);
  });
});
