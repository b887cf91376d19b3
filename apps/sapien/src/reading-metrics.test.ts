import { damaged } from '@herald/card-reader';
import { eventually } from '@herald/testing';
import type { CardReading } from './readers/card-readers';
import { PictureRefused, ReadTimedOut, ReadingFailed } from './readers/reader-protocol';
import { createReading, picture, send, startSapien } from './start-sapien.fixture';

type Settle = { resolve: (reading: CardReading) => void; reject: (error: Error) => void };
const pending: Settle[] = [];
let herald: Awaited<ReturnType<typeof startSapien>>;
beforeAll(async () => {
  herald = await startSapien(() => new Promise((resolve, reject) => pending.push({ resolve, reject })), {}, 1);
});
afterAll(() => herald.stop());

const measured = async (series: string) => {
  const line = (await (await fetch(`${herald.url}/metrics`)).text()).split('\n').find((one) => one.startsWith(series));
  return Number(line!.slice(series.length));
};
const refusals = (reason: string) => measured(`herald_sapien_refusals_total{reason="${reason}"}`);
const upload = async () =>
  send(herald, { company_id: '1', front_image: await picture(10), back_image: await picture(20) });
const nextRead = () => eventually(() => pending.shift());

it.each<[string, (read: Settle) => void, number]>([
  ['undecodable', ({ reject }) => reject(new PictureRefused(damaged().message, 'front')), 422],
  ['timed_out', ({ reject }) => reject(new ReadTimedOut('Too long')), 503],
  ['reader_failed', ({ reject }) => reject(new ReadingFailed('A fault')), 503],
  ['conflict', ({ resolve }) => resolve(createReading({ conflict: { kind: 'different_cards' } })), 422],
  [
    'missing_fields',
    ({ resolve }) => resolve(createReading({ missing: [{ field: 'nin', reason: 'not_found' } as never] })),
    422,
  ],
])('counts a card refused as %s, from zero', async (reason, settle, status) => {
  expect(await refusals(reason)).toBe(0);
  const sending = upload();
  settle(await nextRead());
  expect((await sending).status).toBe(status);
  expect(await refusals(reason)).toBe(1);
});

it('counts a card without a slot and one without a picture', async () => {
  const sending = upload();
  const first = await nextRead();
  expect((await upload()).status).toBe(503);
  first.resolve(createReading());
  expect((await sending).status).toBe(201);
  expect(await refusals('no_slot')).toBe(1);
  expect((await send(herald, { company_id: '1', front_image: await picture(10) })).status).toBe(400);
  expect(await refusals('bad_picture')).toBe(1);
  expect(await measured('herald_sapien_card_seconds_count')).toBe(3);
});
