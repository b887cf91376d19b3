import { eventually } from '@herald/testing';
import { path, startWithPerson, type TestedHolds } from './holds.fixture';

let herald: TestedHolds;
beforeEach(async () => (herald = await startWithPerson()));
afterEach(() => herald?.stop());

describe(`DELETE ${path}`, () => {
  it('lifts a hold, after which the person can be erased, the lifted hold included', async () => {
    await herald.send('PUT');
    const { status, body: answer } = await herald.send('DELETE', { reason: 'Closed' });
    expect(status).toBe(200);
    expect(answer.legal_hold).toMatchObject({ reason: 'A case', lift_reason: 'Closed', lifted_at: expect.any(String) });
    expect((await herald.send('DELETE')).status).toBe(404);
    expect((await herald.erase()).status).toBe(201);
    await eventually(async () => (await herald.stored('persons').countDocuments()) === 0);
    await eventually(async () => (await herald.stored('legal_holds').countDocuments()) === 0);
  });

  it("leaves another company's hold", async () => {
    await herald.send('PUT');
    expect((await herald.send('DELETE', { company_id: 2 })).status).toBe(404);
    expect((await herald.list()).total).toBe(1);
  });
});
