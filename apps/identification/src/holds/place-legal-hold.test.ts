import { eventually } from '@herald/testing';
import { hold, path, startWithPerson, type TestedHolds } from './holds.fixture';

let herald: TestedHolds;
beforeEach(async () => (herald = await startWithPerson()));
afterEach(() => herald?.stop());

describe(`PUT ${path}`, () => {
  it('places a hold; a repeat changes its reason', async () => {
    const moment = expect.any(String);
    const held = { company_id: '1', dni: '12345678K', lifted_at: null, lift_reason: null };
    const { status, body: first } = await herald.send('PUT');
    expect(status).toBe(200);
    expect(first).toMatchObject({
      status: true,
      legal_hold: { ...held, reason: 'A case', created_at: moment, updated_at: moment },
    });
    expect((await herald.send('PUT', { reason: 'Another' })).body.legal_hold).toMatchObject({
      ...held,
      reason: 'Another',
    });
    expect(await herald.stored('legal_holds').countDocuments()).toBe(1);
  });

  it('refuses an erasure of the person, whatever names the person', async () => {
    await herald.send('PUT');
    for (const subject of [{ dni: '12.345.678-K' }, { dni: '12345678k' }]) {
      const { status, body: answer } = await herald.erase(subject);
      expect([status, answer.errors ?? answer.error]).toEqual([409, 'A legal hold keeps the data of the person']);
    }
    expect(await herald.stored('persons').countDocuments()).toBe(1);
    expect(await herald.stored('subject_requests').countDocuments({ state: 'running' })).toBe(0);
  });

  it('is one hold for many calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => herald.send('PUT')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await herald.stored('legal_holds').countDocuments()).toBe(1);
  });

  it('is refused while an erasure of the person has begun', async () => {
    const running = { uuid: 'u1', company_id: '1', kind: 'erase', state: 'running', step: 'erase' };
    await herald.stored('subject_requests').insertOne({ ...running, handles: { dnis: ['12345678K'] } });
    expect((await herald.send('PUT')).status).toBe(409);
    expect(await herald.stored('legal_holds').countDocuments()).toBe(0);
  });

  it('ends a request that has not erased anything yet', async () => {
    await herald.send('PUT');
    const waiting = { state: 'running', step: 'erase', round: 2, erased_from: 2, asked_at: new Date(0), revision: 4 };
    const handles = { dnis: ['12345678K'], emails: [], core_ids: [] };
    const services = ['identification'];
    const request = { uuid: 'u1', company_id: '1', kind: 'erase', ...waiting, handles, services, replies: [] };
    await herald.stored('subject_requests').insertOne(request);
    const refused = () => herald.stored('subject_requests').findOne({ uuid: 'u1', state: 'refused' });
    const { finished_at, handles: kept } = (await eventually(refused))!;
    expect([finished_at, kept]).toEqual([expect.any(Date), undefined]);
    expect(await herald.stored('persons').countDocuments()).toBe(1);
  });

  it.each([{ dni: '' }, { dni: { $ne: 1 } }, { reason: '' }, { company_id: undefined }])(
    'refuses %j',
    async (wrong) => {
      expect((await herald.send('PUT', wrong)).status).toBe(422);
    },
  );

  it('is for holders of the scope and of the company', async () => {
    expect((await herald.send('PUT', {}, [2])).status).toBe(403);
    const without = herald.as({ scope: 'identification:write identification:read' });
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await without(`${method} ${path}`, { body: hold })).status).toBe(403);
    expect((await without(`GET ${path}`)).status).toBe(403);
  });
});
