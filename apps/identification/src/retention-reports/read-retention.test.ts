import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

const read = 'GET /identification/api/v1/retention';

it('shows what each service last reported', async () => {
  const [own] = await eventually(async () => {
    const { body } = await herald.as({ scope: 'privacy:read' })(read);
    return body.retention.length > 0 && body.retention;
  });
  expect(own).toMatchObject({ service: 'identification', reported_at: expect.stringMatching(/^\d{4}-/) });
  expect(own.kinds).toContainEqual({
    ...{ kind: 'devices', collection: 'devices', setting: 'DEVICE_DAYS', days: 0, rule: null, unit: 'records' },
    ...{ oldest_at: null, due_within_day: 0, is_at_least: false },
  });
});

it('shows the numbers of the installation to no token of some companies', async () => {
  const { status, body } = await herald.as({ companies: [1, 2] })(read);
  expect([status, body.retention]).toEqual([403, undefined]);
  expect((await herald.as({ scope: 'identification:read' })(read)).status).toBe(403);
});
