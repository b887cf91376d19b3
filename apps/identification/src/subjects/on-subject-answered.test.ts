import { subjectAnswered, subjectRequested, type SubjectAnswered } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { ana, startWithRequests, type TestedRequests } from './subject-request.fixture';

let herald: TestedRequests;
beforeEach(async () => (herald = await startWithRequests('identification,index')));
afterEach(() => herald?.stop());

const noHandles = { dnis: [], emails: [], core_ids: [] };
const answer = (request_uuid: string, more: Partial<SubjectAnswered>) =>
  herald.publish(subjectAnswered, {
    request_uuid,
    service: 'index',
    found: 0,
    changed: 0,
    ...noHandles,
    round: 1,
    ...more,
  });

it('follows what a service finds, erases when nothing new is found, and ends when nothing is left', async () => {
  const asked = await herald.collect(subjectRequested);
  await herald.report('phone-1', ana);
  await herald.report('phone-of-eva', { dni: '9' });
  const { uuid } = (await herald.request({ dni: ana.dni })).body.subject_request;
  // The device of another person is not followed, although a service names it.
  await answer(uuid, { core_ids: ['old-phone', 'phone-of-eva'] });
  await eventually(() => asked.some(({ round }) => round === 2));
  await answer(uuid, { round: 2, core_ids: ['old-phone'] });
  await eventually(() => asked.some(({ round }) => round === 3));
  await answer(uuid, { round: 3, found: 3, changed: 2 });
  // Repeated, late and early answers count for nothing.
  for (const round of [3, 2, 9]) await answer(uuid, { round, found: 100 });
  await eventually(() => asked.some(({ round }) => round === 4));
  expect((await herald.read(uuid)).state).toBe('running');
  await answer(uuid, { round: 4 });
  await eventually(async () => (await herald.read(uuid)).state === 'done');
  expect(asked.map(({ step, core_ids }) => [step, core_ids])).toEqual([
    ['find', ['phone-1']],
    ['find', ['phone-1', 'old-phone']],
    ['erase', ['phone-1', 'old-phone']],
    ['erase', ['phone-1', 'old-phone']],
  ]);
  expect((await herald.read(uuid)).answers[1]).toEqual({ service: 'index', state: 'done', found: 3, changed: 2 });
});

it('collects what the services have, and has one file made of it, which is shown until its link ends', async () => {
  const asked = await herald.collect(subjectRequested);
  await herald.report('phone-1', ana);
  const { uuid } = (await herald.request({ dni: ana.dni }, { kind: 'access' })).body.subject_request;
  const sent = { attempt: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', parts: 2 };
  await answer(uuid, {});
  await eventually(() => asked.some(({ step }) => step === 'collect'));
  await answer(uuid, { round: 2, found: 7, sent });
  const packing = await eventually(() => asked.find(({ step }) => step === 'pack'));
  expect(packing.collected).toContainEqual({ service: 'index', ...sent });
  expect(packing.collected).toHaveLength(2);
  const until = new Date(Date.now() + 60_000);
  await answer(uuid, { round: 3, file: { link: 'https://a.example/copy', until: until.toISOString() } });
  const done = await eventually(async () => {
    const request = await herald.read(uuid);
    return request.state === 'done' ? request : undefined;
  });
  expect([done.file, done.answers[1]!.found]).toEqual(['https://a.example/copy', 7]);
  expect((await herald.stored().findOne({ uuid }))!.handles).toBeUndefined();
  await herald.stored().updateOne({ uuid }, { $set: { file_until: new Date(Date.now() - 1_000) } });
  expect((await herald.read(uuid)).file).toBeNull();
});

it('erases once a copy under way is made', async () => {
  const asked = await herald.collect(subjectRequested);
  await herald.report('phone-1', ana);
  const access = (await herald.request({ dni: ana.dni }, { kind: 'access' })).body.subject_request.uuid;
  await answer(access, {});
  await eventually(() => asked.some(({ step }) => step === 'collect'));
  const erasure = (await herald.request({ dni: ana.dni })).body.subject_request.uuid;
  await eventually(() => asked.some(({ request_uuid }) => request_uuid === erasure));
  await answer(erasure, {});
  await eventually(async () => (await herald.stored().findOne({ uuid: erasure }))!.step === 'erase');
  expect(asked.some(({ step }) => step === 'erase')).toBe(false);
  await answer(access, { round: 2 });
  await eventually(() => asked.some(({ step }) => step === 'pack'));
  await answer(access, { round: 3 });
  await eventually(() => asked.some(({ step }) => step === 'erase'));
  expect((await herald.read(access)).state).toBe('done');
});
