import { eventually } from '@herald/testing';
import { ana, requests, startWithRequests, type TestedRequests } from './subject-request.fixture';

let herald: TestedRequests;
beforeAll(async () => (herald = await startWithRequests()));
afterAll(() => herald?.stop());

it('shows a request to its company, and holds no handle of the person once it is done', async () => {
  await herald.report('phone-1', ana);
  const { uuid } = (await herald.request({ dni: ana.dni }, { reason: 'Letter of Ana' })).body.subject_request;
  await eventually(async () => (await herald.read(uuid)).state === 'done');
  expect(await herald.read(uuid)).toMatchObject({
    finished_at: expect.any(String),
    answers: [{ service: 'identification', state: 'done', found: 2, changed: 2 }],
  });
  const everything = JSON.stringify(await herald.stored().find().toArray());
  for (const value of [ana.dni, ana.email, 'Ana', 'phone-1']) expect(everything).not.toContain(value);
  for (const collection of ['persons', 'devices'])
    expect(await herald.database('identification').collection(collection).countDocuments()).toBe(0);
  const of = (claims: object) => herald.as(claims)(`GET ${requests}/${uuid}`);
  expect((await of({ scope: 'privacy:read', companies: [2] })).status).toBe(404);
  expect((await of({ scope: 'identification:read' })).status).toBe(403);
});
