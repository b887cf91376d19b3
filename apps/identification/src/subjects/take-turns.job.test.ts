import { randomUUID } from 'node:crypto';
import { subjectAnswered, subjectRequested } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startWithRequests, type TestedRequests } from './subject-request.fixture';
import { rests } from './take-turns.job';

let herald: TestedRequests;
beforeEach(async () => (herald = await startWithRequests('identification,index')));
afterEach(() => herald?.stop());

const dnis = ['11', '22', '33'];

const answer = (request_uuid: string, round: number) =>
  herald.publish(subjectAnswered, {
    ...{ request_uuid, round, service: 'index', found: 0, changed: 0 },
    ...{ dnis: [], emails: [], core_ids: [] },
  });

/** As slow as the test wants: no other request begins meanwhile. */
const keepUnderWay = (uuid: string) =>
  herald.stored().updateOne({ uuid }, { $set: { asked_at: new Date(Date.now() + 60_000) } });

async function requestAll(): Promise<string[]> {
  const uuids: string[] = [];
  for (const dni of dnis) {
    await herald.report(`phone-${dni}`, { dni });
    uuids.push((await herald.request({ dni })).body.subject_request.uuid);
    await keepUnderWay(uuids[0]!);
  }
  return uuids;
}

async function carryOut(uuid: string, asked: { request_uuid: string; round: number }[]) {
  for (let round = 1; (await herald.read(uuid)).state !== 'done'; round++) {
    await eventually(() => asked.some((one) => one.request_uuid === uuid && one.round === round));
    await keepUnderWay(uuid);
    await answer(uuid, round);
    await eventually(async () => {
      const { state, round: now } = (await herald.stored().findOne({ uuid }))!;
      return state === 'done' || now > round;
    });
  }
}

it('begins one request after the other, the oldest first', async () => {
  const asked = await herald.collect(subjectRequested);
  const uuids = await requestAll();
  for (const uuid of uuids) await carryOut(uuid, asked);
  const order = asked.map(({ request_uuid }) => request_uuid);
  expect(order).toEqual(order.toSorted((one, other) => uuids.indexOf(one) - uuids.indexOf(other)));
  expect(new Set(order)).toEqual(new Set(uuids));
});

it('does not wait for a request that a service leaves unanswered', async () => {
  const asked = await herald.collect(subjectRequested);
  const [stuck, next] = await requestAll();
  await herald.stored().updateOne({ uuid: stuck }, { $set: { asked_at: new Date(Date.now() - 10_000) } });
  await eventually(() => asked.some(({ request_uuid }) => request_uuid === next));
  expect((await herald.read(stuck!)).state).toBe('running');
});

it('does not wait for all requests of another company', async () => {
  const asked = await herald.collect(subjectRequested);
  await requestAll();
  const { _id, ...waiting } = (await herald.stored().findOne({ round: 0 }))!;
  const another = (subject_hash: string) => ({ ...waiting, uuid: randomUUID(), subject_hash });
  await herald.stored().insertMany(Array.from({ length: 100 }, (_, at) => another(`hash-${at}`)));
  await herald.stored().insertOne({ ...another('late'), company_id: '2', created_at: new Date() });
  const end = () => herald.stored().updateMany({ round: { $gt: 0 } }, { $set: { state: 'done' } });
  for (let begun = 1; !asked.some(({ company_id }) => company_id === '2'); begun++) {
    expect(begun).toBeLessThan(25);
    await end();
    await eventually(() => asked.length > begun);
  }
});

it('lets the services rest for longer, the busier they are', () => {
  const restAfter = rests();
  expect([500, 400, 3, 400, 700, 300].map(restAfter)).toEqual([0, 0, 0, 0, 2_400, 0]);
  expect(restAfter(60_000)).toBe(10_000);
});
