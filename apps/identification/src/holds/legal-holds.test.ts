import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { report } from '../persons/person-report.fixture';
import { service } from '../service';

let herald: Tested;
beforeEach(async () => {
  herald = await startForTest(service, { SUBJECT_SERVICES: 'identification' });
  await herald.publish(deviceRegistered, report(1, { dni: '12.345.678-K', name: 'Ana' }));
  await eventually(async () => (await stored('persons').countDocuments()) === 1);
});
afterEach(() => herald?.stop());

const stored = (collection: string) => herald.database('identification').collection(collection);
const path = '/identification/api/v1/legal_hold';
const body = { company_id: 1, dni: '12345678-k', reason: 'A case' };
const send = (method: 'PUT' | 'DELETE', changed: object = {}, companies: '*' | number[] = '*') =>
  herald.as({ companies })(`${method} ${path}`, { body: { ...body, ...changed } });
const list = async (query = '', companies: '*' | number[] = '*') =>
  (await herald.as({ companies })(`GET ${path}?${query}`)).body;
const erase = (subject: object = { dni: '12345678K' }) =>
  herald.as()('POST /identification/api/v1/subject_request', { body: { company_id: 1, kind: 'erase', subject } });

describe(`PUT ${path}`, () => {
  it('places a hold; a repeat changes its reason', async () => {
    const moment = expect.any(String);
    const held = { company_id: '1', dni: '12345678K', lifted_at: null, lift_reason: null };
    const { status, body: first } = await send('PUT');
    expect(status).toBe(200);
    expect(first).toMatchObject({
      status: true,
      legal_hold: { ...held, reason: 'A case', created_at: moment, updated_at: moment },
    });
    expect((await send('PUT', { reason: 'Another' })).body.legal_hold).toMatchObject({ ...held, reason: 'Another' });
    expect(await stored('legal_holds').countDocuments()).toBe(1);
  });

  it('refuses an erasure of the person, whatever names the person', async () => {
    await send('PUT');
    for (const subject of [{ dni: '12.345.678-K' }, { dni: '12345678k' }]) {
      const { status, body: answer } = await erase(subject);
      expect([status, answer.errors ?? answer.error]).toEqual([409, 'A legal hold keeps the data of the person']);
    }
    expect(await stored('persons').countDocuments()).toBe(1);
    expect(await stored('subject_requests').countDocuments({ state: 'running' })).toBe(0);
  });

  it('is one hold for many calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('PUT')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await stored('legal_holds').countDocuments()).toBe(1);
  });

  it('is refused while an erasure of the person has begun', async () => {
    const running = { uuid: 'u1', company_id: '1', kind: 'erase', state: 'running', step: 'erase' };
    await stored('subject_requests').insertOne({ ...running, handles: { dnis: ['12345678K'] } });
    expect((await send('PUT')).status).toBe(409);
    expect(await stored('legal_holds').countDocuments()).toBe(0);
  });

  it('ends a request that has not erased anything yet', async () => {
    await send('PUT');
    const waiting = { state: 'running', step: 'erase', round: 2, erased_from: 2, asked_at: new Date(0), revision: 4 };
    const handles = { dnis: ['12345678K'], emails: [], core_ids: [] };
    const services = ['identification'];
    const request = { uuid: 'u1', company_id: '1', kind: 'erase', ...waiting, handles, services, replies: [] };
    await stored('subject_requests').insertOne(request);
    const refused = () => stored('subject_requests').findOne({ uuid: 'u1', state: 'refused' });
    const { finished_at, handles: kept } = (await eventually(refused))!;
    expect([finished_at, kept]).toEqual([expect.any(Date), undefined]);
    expect(await stored('persons').countDocuments()).toBe(1);
  });

  it.each([{ dni: '' }, { dni: { $ne: 1 } }, { reason: '' }, { company_id: undefined }])(
    'refuses %j',
    async (wrong) => {
      expect((await send('PUT', wrong)).status).toBe(422);
    },
  );

  it('is for holders of the scope and of the company', async () => {
    expect((await send('PUT', {}, [2])).status).toBe(403);
    const without = herald.as({ scope: 'identification:write identification:read' });
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await without(`${method} ${path}`, { body })).status).toBe(403);
    expect((await without(`GET ${path}`)).status).toBe(403);
  });
});

describe(`DELETE ${path}`, () => {
  it('lifts a hold, after which the person can be erased, the lifted hold included', async () => {
    await send('PUT');
    const { status, body: answer } = await send('DELETE', { reason: 'Closed' });
    expect(status).toBe(200);
    expect(answer.legal_hold).toMatchObject({ reason: 'A case', lift_reason: 'Closed', lifted_at: expect.any(String) });
    expect((await send('DELETE')).status).toBe(404);
    expect((await erase()).status).toBe(201);
    await eventually(async () => (await stored('persons').countDocuments()) === 0);
    await eventually(async () => (await stored('legal_holds').countDocuments()) === 0);
  });

  it("leaves another company's hold", async () => {
    await send('PUT');
    expect((await send('DELETE', { company_id: 2 })).status).toBe(404);
    expect((await list()).total).toBe(1);
  });
});

describe(`GET ${path}`, () => {
  it('lists the holds of the companies of the token, in force or lifted', async () => {
    await send('PUT');
    await send('PUT', { company_id: 2 });
    await send('DELETE', { company_id: 2 });
    expect((await list()).total).toBe(2);
    expect((await list('', [2])).legal_hold).toMatchObject([{ company_id: '2', lift_reason: 'A case' }]);
    expect((await list('lifted=false')).legal_hold).toMatchObject([{ company_id: '1', lifted_at: null }]);
    expect((await list('lifted=true')).legal_hold).toMatchObject([{ company_id: '2' }]);
    expect((await list('company_id=1&lifted=true')).total).toBe(0);
  });
});
