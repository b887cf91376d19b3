import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { downloadArchive, eventually } from '@herald/testing';
import { startCopies, title, type TestedCopies } from './copies.fixture';

let herald: TestedCopies;
beforeAll(async () => (herald = await startCopies()));
afterAll(() => herald?.stop());

it('makes one file of the parts of all services, once all are there', async () => {
  const [request_uuid, attempt, other] = [randomUUID(), randomUUID(), randomUUID()];
  const sent = { request_uuid, attempt };
  await herald.send({ ...sent, part: 2, content: '{"text":"three"}' });
  await herald.send({ ...sent, part: 1, name: 'picture.png', form: 'file', content: btoa('first half, ') });
  await herald.ask(request_uuid, 'pack', [
    { service: 'index', attempt, parts: 4 },
    { service: 'audit', attempt: other, parts: 1 },
  ]);
  await herald.send({ ...sent, part: 0, content: '{"text":"one"},\n{"text":"two"}' });
  await herald.send({ request_uuid, attempt: other, part: 0, service: 'audit', title, content: '{"a":1}' });
  // Of a try that was repeated: it is no part of the copy.
  await herald.send({ request_uuid, attempt: randomUUID(), part: 0, content: '{"text":"of another try"}' });
  expect(herald.answers.some((one) => one.request_uuid === request_uuid)).toBe(false);
  await herald.send({ ...sent, part: 3, name: 'picture.png', form: 'file', content: btoa('second half') });
  const { file } = await herald.answerTo(request_uuid);
  const files = await downloadArchive(file!.link);
  expect(JSON.parse(files.get('index/notes.json')!)).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
  expect(files.get('index/picture.png')).toBe('first half, second half');
  expect(files.get('audit/notes.json')).toBe('[\n{"a":1}\n]\n');
  expect(files.size).toBe(4);
  const left = herald.database('chronos').collection('copy_parts');
  await eventually(async () => (await left.countDocuments({ request_uuid })) === 0);
});

it('gives the same file when it is asked again', async () => {
  const { request_uuid, link } = await herald.makeCopy();
  const answered = herald.answers.length;
  await herald.ask(request_uuid, 'pack', []);
  await eventually(() => herald.answers.length > answered);
  expect(herald.answers.at(-1)!.file!.link).toBe(link);
});

it('keeps names and values of others than the house from leading anywhere', async () => {
  const [request_uuid, attempt] = [randomUUID(), randomUUID()];
  const content = JSON.stringify({ text: '<script>alert(1)</script>', 'a"><b': { constructor: 1 } });
  await herald.send({ request_uuid, attempt, part: 0, content });
  for (const [at, name] of ['../../etc/passwd', '/root/x', 'a\\..\\b', '..'].entries())
    await herald.send({ request_uuid, attempt, part: at + 1, name, form: 'file', content: btoa('x') });
  await herald.ask(request_uuid, 'pack', [{ service: 'index', attempt, parts: 5 }]);
  const { file } = await herald.answerTo(request_uuid);
  const files = await downloadArchive(file!.link);
  expect([...files.keys()].filter((name) => name.split(/[/\\]/).includes('..') || name.startsWith('/'))).toEqual([]);
  const page = files.get('index.html')!;
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|"><b/);
});

it('outlives a part that cannot be read, and leaves nothing of it', async () => {
  const [request_uuid, attempt] = [randomUUID(), randomUUID()];
  await herald.send({ request_uuid, attempt, part: 0, content: 'no JSON' });
  await herald.ask(request_uuid, 'pack', [{ service: 'index', attempt, parts: 1 }]);
  const files = herald.database('chronos').collection('copy_files');
  await eventually(() => files.findOne({ _id: request_uuid as never }));
  const { link } = await herald.makeCopy();
  expect((await fetch(link)).status).toBe(200);
  const arriving = join(fileURLToPath(herald.env.STORAGE_URL!), 'arriving');
  await eventually(async () => (await readdir(arriving)).length === 0);
});

it('is removed by an erasure of the person, file and parts', async () => {
  const { link, request_uuid } = await herald.makeCopy();
  await herald.send({ request_uuid: randomUUID(), attempt: randomUUID(), part: 0, content: '{}' });
  const parts = herald.database('chronos').collection('copy_parts');
  await eventually(async () => (await parts.countDocuments()) > 0);
  const erasure = randomUUID();
  await herald.ask(erasure, 'erase');
  expect((await herald.answerTo(erasure)).changed).toBeGreaterThan(1);
  expect((await fetch(link)).status).toBe(404);
  expect(await parts.countDocuments()).toBe(0);
  expect(
    await herald
      .database('chronos')
      .collection('copy_files')
      .countDocuments({ _id: request_uuid as never }),
  ).toBe(0);
});
