import { subjectRequested } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { ana, startWithRequests, type TestedRequests } from './subject-request.fixture';

let herald: TestedRequests;
beforeEach(async () => (herald = await startWithRequests('identification,index')));
afterEach(() => herald?.stop());

it.each([
  ['is not answered', -60_000],
  ['was asked for before the clock was set back', 3_600_000],
])('asks again for the round that %s', async (_, ms) => {
  const asked = await herald.collect(subjectRequested);
  await herald.report('phone-1', ana);
  const { uuid } = (await herald.request({ dni: ana.dni })).body.subject_request;
  await eventually(async () => (await herald.read(uuid)).answers[0]!.state === 'done');
  await herald.stored().updateOne({ uuid }, { $set: { asked_at: new Date(Date.now() + ms) } });
  await eventually(() => asked.length === 2);
  expect(asked[1]).toEqual({ ...asked[0], asked_at: expect.any(String) });
  const { asked_at } = (await herald.stored().findOne({ uuid }))!;
  expect(Math.abs(Date.now() - asked_at.getTime())).toBeLessThan(30_000);
});

it('shows how long the oldest request waits, until it is answered', async () => {
  const age = async () => {
    const text = await (await fetch(`${herald.url}/metrics`)).text();
    return Number(/^herald_subject_request_oldest_seconds (\S+)$/m.exec(text)?.[1]);
  };
  expect(await age()).toBe(0);
  await herald.report('phone-1', ana);
  const { uuid } = (await herald.request({ dni: ana.dni })).body.subject_request;
  await herald.stored().updateOne({ uuid }, { $set: { created_at: new Date(Date.now() - 7_200_000) } });
  await eventually(async () => (await age()) > 7_000);
  await herald.stored().updateOne({ uuid }, { $set: { state: 'done' } });
  await eventually(async () => (await age()) === 0);
});
