import { randomUUID } from 'node:crypto';
import { normalDni, subjectRequested } from '@herald/contracts';
import { eventually, type Tested } from '@herald/testing';
import { createReading, picture, send, startSapien, storedPictures } from '../start-sapien.fixture';

let herald: Tested;
beforeAll(async () => (herald = await startSapien(async () => createReading())));
afterAll(() => herald?.stop());

it('stores nothing of a person that is erased while the card is read', async () => {
  const both = { company_id: '1', front_image: await picture(10), back_image: await picture(200, 'png') };
  const asked_at = new Date(Date.now() + 3_600_000).toISOString();
  const subject = { company_id: '1', dnis: [normalDni(createReading().fields.nin!)], emails: [], core_ids: [] };
  const request_uuid = randomUUID();
  await herald.publish(subjectRequested, { request_uuid, step: 'erase', round: 1, asked_at, ...subject });
  const tombstones = herald.database('sapien').collection('tombstones');
  await eventually(async () => (await tombstones.countDocuments()) === 1);
  const { status, body } = await send(herald, both);
  expect([status, body.errors]).toEqual([409, 'The person was erased while the card was read']);
  expect(await herald.database('sapien').collection('credentials').countDocuments()).toBe(0);
  expect(await storedPictures(herald)).toEqual([]);
  await tombstones.deleteMany({});
  expect((await send(herald, both)).status).toBe(201);
});
