import type { Tested } from '@herald/testing';
import { createReading, picture, send, startSapien, type ReadingOverrides } from './start-sapien.fixture';

let herald: Tested;
let next: ReadingOverrides = {};
beforeAll(async () => (herald = await startSapien(async () => createReading(next))));
afterAll(() => herald?.stop());

const illegible: ReadingOverrides = { conflict: { kind: 'illegible_back' } };
const unconfirmed = ['The back names a person in nin, name, and the front confirms none of it'];
const notRead = ['The back cannot be read'];
const noZone = ['The back has no machine readable zone, which every card of this country has there'];
const cases: [what: string, ReadingOverrides, errors: unknown][] = [
  [
    'whose person the front does not confirm',
    { conflict: { kind: 'unconfirmed', fields: ['nin', 'name'] } },
    { front_image: unconfirmed, back_image: unconfirmed },
  ],
  ['that cannot be read', illegible, { back_image: notRead }],
  ['that cannot be read and was sent as the front', { ...illegible, swapped: true }, { front_image: notRead }],
  ['without the zone of its country', { conflict: { kind: 'missing_zone' } }, { back_image: noZone }],
  [
    'without the zone of its country that was sent as the front',
    { conflict: { kind: 'missing_zone' }, swapped: true },
    { front_image: noZone },
  ],
  [
    'that cannot be read behind a front without a number',
    { ...illegible, missing: [{ field: 'nin', reason: 'not_found' }] },
    expect.stringMatching(/^Cannot extract the minimum field expected/),
  ],
];

it.each(cases)('rejects a back %s', async (_what, reading, errors) => {
  next = reading;
  const sides = { front_image: await picture(10), back_image: await picture(200, 'png') };
  const { status, body } = await send(herald, { company_id: '1', ...sides });
  expect([status, body.errors]).toEqual([422, errors]);
});
