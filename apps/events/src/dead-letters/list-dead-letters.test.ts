import { startWithDeadLetters } from './dead-letters.fixture';

let tested: Awaited<ReturnType<typeof startWithDeadLetters>>;
beforeAll(async () => {
  tested = await startWithDeadLetters();
  await tested.giveUp('a', 'b');
});
afterAll(() => tested?.stop());

it('lists what was given up, with the queue and the reason, and without its data', async () => {
  const { herald, list } = tested;
  const { status, body } = await herald.as()(list, { query: { queue: 'two.on-greeted' } });
  expect([status, body.resource, body.message, body.data.length]).toEqual([200, 'Dead Letter', 'Found', 2]);
  expect(body.data[0]).toEqual({
    id: expect.any(String),
    type: 'greeted',
    queue: `${herald.env.NAMESPACE}.two.on-greeted`,
    reason: 'There is no such campaign',
    tries: expect.any(Number),
    at: expect.any(String),
  });
  expect((await herald.as()(list, { query: { limit: 3 } })).body.data).toHaveLength(3);
  expect((await herald.as()(list, { query: { id: body.data[0].id } })).body.data).toHaveLength(2);
});

it('refuses an unknown queue, a limit without sense, and tokens of some companies or another scope', async () => {
  const { herald, list } = tested;
  expect((await herald.as()(list, { query: { queue: 'none' } })).status).toBe(404);
  expect((await herald.as()(list, { query: { limit: 0 } })).status).toBe(422);
  expect((await herald.as({ companies: [1] })(list)).status).toBe(403);
  expect((await herald.as({ scope: 'events:read dead-letters:write' })(list)).status).toBe(403);
});
