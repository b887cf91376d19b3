import { randomUUID } from 'node:crypto';
import { eventually } from '@herald/testing';
import { startCopies, type TestedCopies } from './copies.fixture';

let herald: TestedCopies;
beforeAll(async () => (herald = await startCopies()));
afterAll(() => herald?.stop());

const parts = () => herald.database('chronos').collection('copy_parts');

it('keeps each part once, and names the person by hashes alone', async () => {
  const one = { request_uuid: randomUUID(), attempt: randomUUID(), part: 0, content: '{"text":"hello"}' };
  await herald.send(one);
  await herald.send(one);
  await herald.send({ ...one, part: 1 });
  await eventually(async () => (await parts().countDocuments({ attempt: one.attempt })) === 2);
  const { names } = (await parts().findOne({ attempt: one.attempt }))!;
  expect(names).toEqual([expect.stringMatching(/^erased:/), expect.stringMatching(/^erased:/)]);
});

it('leaves out a part that comes after the file was made', async () => {
  const { request_uuid } = await herald.makeCopy();
  const [late, marker] = [randomUUID(), randomUUID()];
  await herald.send({ request_uuid, attempt: late, part: 0 });
  await herald.send({ request_uuid: randomUUID(), attempt: marker, part: 0 });
  await eventually(() => parts().findOne({ attempt: marker }));
  await eventually(async () => (await parts().countDocuments({ attempt: late })) === 0);
  expect(await parts().countDocuments({ request_uuid })).toBe(0);
});
