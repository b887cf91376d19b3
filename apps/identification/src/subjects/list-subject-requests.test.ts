import { ana, requests, startWithRequests, type TestedRequests } from './subject-request.fixture';

let herald: TestedRequests;
beforeAll(async () => (herald = await startWithRequests('identification,index')));
afterAll(() => herald?.stop());

it('lists the requests of the token’s companies, by state and kind', async () => {
  await herald.report('phone-1', ana);
  const { uuid } = (await herald.request({ dni: ana.dni })).body.subject_request;
  const list = async (query: Record<string, string>, companies: number[] = [1]) => {
    const { body } = await herald.as({ scope: 'privacy:read', companies })(`GET ${requests}`, { query });
    return body.subject_request.map((one: { uuid: string }) => one.uuid);
  };
  expect(await list({})).toEqual([uuid]);
  expect(await list({ company_id: '1', state: 'running', kind: 'erase' })).toEqual([uuid]);
  expect(await list({ state: 'done' })).toEqual([]);
  expect(await list({}, [2])).toEqual([]);
  const refused = await herald.as({ scope: 'identification:read', companies: [1] })(`GET ${requests}`);
  expect(refused.status).toBe(403);
});
