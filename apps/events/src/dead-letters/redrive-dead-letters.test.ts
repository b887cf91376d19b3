import { eventually } from '@herald/testing';
import { startWithDeadLetters } from './dead-letters.fixture';

const redrive = 'POST /events/v1/dead_letter/redrive';

let tested: Awaited<ReturnType<typeof startWithDeadLetters>>;
beforeAll(async () => {
  tested = await startWithDeadLetters();
  await tested.giveUp('a', 'b');
});
afterAll(() => tested?.stop());

it('needs a token of all companies, and the right to write', async () => {
  const { herald } = tested;
  expect((await herald.as({ companies: [1] })(redrive, { body: {} })).status).toBe(403);
  expect((await herald.as({ scope: 'dead-letters:read events:write' })(redrive, { body: {} })).status).toBe(403);
  expect((await herald.as()(redrive, { body: { queue: 'none' } })).status).toBe(404);
  expect((await herald.as()(redrive, { body: { limit: 1_001 } })).status).toBe(422);
});

it('sends messages back to the queue that is named, then all others', async () => {
  const { herald, state, list } = tested;
  state.isMended = true;
  const { status, body } = await herald.as()(redrive, { body: { queue: 'one.on-greeted' } });
  expect([status, body.data]).toEqual([200, { redriven: 2, kept: 0 }]);
  await eventually(async () => state.taken.length === 2);
  expect(state.taken.toSorted()).toEqual(['one a', 'one b']);
  expect((await herald.as()(redrive, { body: {} })).body.data).toEqual({ redriven: 2, kept: 0 });
  await eventually(async () => state.taken.length === 4);
  expect((await herald.as()(list)).body.data).toEqual([]);
});
