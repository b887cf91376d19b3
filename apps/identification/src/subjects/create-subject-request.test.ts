import { eventually } from '@herald/testing';
import { ana, requests, startWithRequests, type TestedRequests } from './subject-request.fixture';

let herald: TestedRequests;
beforeEach(async () => (herald = await startWithRequests('identification,index')));
afterEach(() => herald?.stop());

it('accepts an erasure for 30 days, and asks the services', async () => {
  await herald.report('phone-1', ana);
  const { status, body } = await herald.request({ dni: '12.345.678-k' });
  const { created_at, due_at, uuid, answers, ...request } = body.subject_request;
  expect(status).toBe(201);
  expect(request).toEqual({ company_id: '1', kind: 'erase', state: 'running', finished_at: null, file: null });
  expect(Date.parse(due_at) - Date.parse(created_at)).toBe(30 * 86_400_000);
  expect(answers.map(({ service }: { service: string }) => service)).toEqual(['identification', 'index']);
  await eventually(async () => (await herald.read(uuid)).answers[0]!.state === 'done');
  expect((await herald.read(uuid)).answers[1]).toEqual({ service: 'index', state: 'waiting', found: 0, changed: 0 });
});

it('finds the person by e-mail and by device, in the company alone', async () => {
  await herald.report('phone-1', ana);
  await herald.report('phone-2', { dni: '2', email: 'eva@example.com' }, '2');
  for (const unknown of [{ dni: '2' }, { email: 'eva@example.com' }, { core_id: 'phone-2' }])
    expect((await herald.request(unknown)).status).toBe(404);
  expect((await herald.request({ email: 'ANA@example.com' })).status).toBe(201);
  const { handles } = (await herald.stored().findOne({}))!;
  expect(handles).toEqual({ dnis: [ana.dni], emails: [ana.email], core_ids: ['phone-1'] });
});

it('refuses a second one under way for the person, however the person is named', async () => {
  await herald.report('phone-1', ana);
  expect((await herald.request({ dni: ana.dni })).status).toBe(201);
  for (const subject of [{ dni: ana.dni }, { email: ana.email }, { core_id: 'phone-1' }])
    expect((await herald.request(subject)).status).toBe(409);
});

it('answers a repeat with the same key by the same request', async () => {
  await herald.report('phone-1', ana);
  const headers = { 'idempotency-key': 'letter-1' };
  const first = (await herald.request({ dni: ana.dni }, { headers })).body.subject_request;
  const again = (await herald.request({ dni: ana.dni }, { headers })).body.subject_request;
  expect([again.uuid, await herald.stored().countDocuments()]).toEqual([first.uuid, 1]);
});

it('refuses an address of several persons, an address that only a device gave, and what it does not carry out', async () => {
  await herald.report('phone-1', ana);
  await herald.report('phone-2', { dni: '3', email: ana.email });
  expect((await herald.request({ email: ana.email })).status).toBe(422);
  expect((await herald.request({ dni: '3', email: ana.email })).status).toBe(422);
  expect((await herald.request({})).status).toBe(422);
  for (const kind of ['access', 'x']) expect((await herald.request({ dni: '3' }, { kind })).status).toBe(422);
  const persons = herald.database('identification').collection('persons');
  await persons.updateMany({}, { $set: { 'unproven.email': { core_id: 'x', since: new Date() } } });
  expect((await herald.request({ email: ana.email })).status).toBe(404);
});

it('is opened by no other scope, and for no other company', async () => {
  await herald.report('phone-1', ana);
  const body = { company_id: 1, kind: 'erase', subject: { dni: ana.dni } };
  for (const claims of [{ scope: 'identification:write privacy:read' }, { scope: 'privacy:write', companies: [2] }])
    expect((await herald.as(claims)(`POST ${requests}`, { body })).status).toBe(403);
  expect((await herald.as({ scope: '*' })(`POST ${requests}`, { body })).status).toBe(201);
});
