import { eventually } from '@herald/testing';
import { startWithDeadLetters } from './dead-letters.fixture';

let it_: Awaited<ReturnType<typeof startWithDeadLetters>>;
beforeAll(async () => (it_ = await startWithDeadLetters()));
afterAll(() => it_.stop());

const depth = async () => {
  const text = await (await fetch(`${it_.herald.url}/metrics`)).text();
  return Number(/^herald_dead_letters (\d+)$/m.exec(text)?.[1]);
};

it('shows how many dead letters wait, until they are sent back', async () => {
  expect(await depth()).toBe(0);
  await it_.giveUp('a', 'b');
  await eventually(async () => (await depth()) === 4);
  it_.state.isMended = true;
  await it_.herald.as()('POST /events/v1/dead_letter/redrive', { body: {} });
  await eventually(async () => (await depth()) === 0);
});
