import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '@herald/card-reader';
import { startForTest, type Tested } from '@herald/testing';
import sharp from 'sharp';
import { drawCards, type DrawnCards } from './draw-cards.fixture';
import { service } from './service';
import { asDataUri, download, send } from './start-sapien.fixture';

/** The whole service with real reader processes, over HTTP, with generated cards. */
let herald: Tested;
let cards: DrawnCards;
beforeAll(async () => {
  cards = drawCards({ seed: 11, layouts: ['ury', 'esp'], conditions: ['clean', 'persp'] });
  herald = await startForTest(service, { SAPIEN_THREADS: '2', SAPIEN_QUEUE: '4' });
});
afterAll(async () => {
  cards?.remove();
  await herald?.stop();
});

const withoutAccents = (text: unknown) => String(text).normalize('NFD').replace(/\p{M}/gu, '');

it('reads a card and validates it', async () => {
  const { truth, front, back } = cards.card('esp', 'clean');
  const { status, body } = await send(herald, { company_id: '1', front_image: front, back_image: back });
  expect(status).toBe(201);
  const { nin, date_birth, document_number, lastname } = body.data;
  const expected = { nin: truth.nin, date_birth: truth.date_birth, document_number: truth.document_number };
  expect({ nin, date_birth, document_number }).toEqual(expected);
  expect(withoutAccents(lastname)).toBe(withoutAccents(truth.lastname));
  const flattened = await download(body.data.front_image);
  expect((await sharp(flattened.bytes).metadata()).format).toBe('jpeg');
  expect(body.data.face_images.length).toBeGreaterThan(0);
  const validation = await herald.as()(`POST /sapien/api/v1/credential/${body.data.uuid}/validation`);
  const { checks, validated } = validation.body.data as { checks: Check[]; validated: boolean };
  expect(checks.find(({ name }) => name === 'mrz_against_print')).toMatchObject({ holds: true });
  expect([validated, checks.filter(({ holds }) => holds === false)]).toEqual([true, []]);
});

const bareServer = `
const server = require('node:http').createServer((req, res) => res.end()).listen(0, '127.0.0.1');
server.on('listening', () => console.log(server.address().port));`;

/** An idle server in its own process: its response times show the load of the machine. */
async function startBareServer() {
  const child = spawn(process.execPath, ['--eval', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${String(port).trim()}`, end: () => child.kill() };
}

async function timed(url: string): Promise<number> {
  const began = performance.now();
  expect((await fetch(url)).status).toBe(200);
  return performance.now() - began;
}
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

it('answers health within 100 ms while all processes are reading', async () => {
  const { front, back } = cards.card('ury', 'persp');
  const sent = { company_id: '1', front_credential: asDataUri(front), back_credential: asDataUri(back) };
  const bare = await startBareServer();
  let reading = true;
  const all = Promise.all([1, 2, 3, 4].map(() => send(herald, sent))).finally(() => (reading = false));
  const times: { health: number[]; bare: number[] } = { health: [], bare: [] };
  while (reading) {
    times.health.push(await timed(`${herald.url}/health/ready`));
    times.bare.push(await timed(bare.url));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  bare.end();
  expect(new Set((await all).map(({ status }) => status))).toEqual(new Set([201]));
  // A busy machine delays both servers: only the difference belongs to the service.
  expect(p95(times.health)).toBeLessThan(100 + 3 * p95(times.bare));
});

/** A picture that shows something, but no card. */
const noise = (sigma: number) =>
  sharp({
    create: { width: 640, height: 420, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 120, sigma } },
  })
    .blur(4)
    .normalise()
    .jpeg()
    .toBuffer();

it('rejects a blank picture before the full reading, naming its field', async () => {
  const blank = await sharp({ create: { width: 640, height: 420, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  const { front } = cards.card('esp', 'clean');
  const { status, body } = await send(herald, { company_id: '1', front_image: front, back_image: blank });
  expect([status, body.errors]).toEqual([422, { back_image: ['The image shows nothing'] }]);
});

it('names the missing fields of a picture without a card, and stores nothing', async () => {
  const [front, back] = [await noise(40), await noise(41)];
  const { status, body } = await send(herald, { company_id: '1', front_image: front, back_image: back });
  expect([status, body.resource]).toEqual([422, 'Document']);
  expect(body.errors).toMatch(/^Cannot extract the minimum field expected, use another picture: missing name \(/);
  expect(await readdir(join(new URL(herald.env.STORAGE_URL!).pathname, 'arriving'))).toEqual([]);
});

it('rejects the sides of two persons, and puts exchanged sides of one person in order', async () => {
  for (const layout of ['esp', 'ury']) {
    const [one, other] = [cards.card(layout, 'clean'), cards.card(layout, 'persp')];
    for (const [front_image, back_image] of [
      [one.front, other.back],
      [other.back, one.front],
    ]) {
      const { status, body } = await send(herald, {
        company_id: '1',
        front_image: front_image!,
        back_image: back_image!,
      });
      expect([status, body.message, Object.keys(body.errors)]).toEqual([422, 'Fail', ['front_image', 'back_image']]);
      expect(body.errors.front_image[0]).toMatch(/^The sides contradict each other in .*nin, date_birth/);
      for (const value of [one, other].flatMap(({ truth }) => [truth.nin!, truth.lastname!]))
        expect(JSON.stringify(body)).not.toContain(value);
    }
  }
  const { truth, front, back } = cards.card('ury', 'persp');
  const swapped = await send(herald, { company_id: '1', front_image: back, back_image: front });
  expect([swapped.status, swapped.body.data.nin]).toEqual([201, truth.nin]);
});

it('rejects two pictures of the same side, even of different persons', async () => {
  const [one, other] = [cards.card('esp', 'clean'), cards.card('esp', 'persp')];
  const again = await sharp(one.front).rotate(3, { background: '#776' }).resize(1100).jpeg({ quality: 70 }).toBuffer();
  for (const [front_image, back_image] of [
    [one.front, again],
    [one.front, other.front],
    [one.back, other.back],
  ]) {
    const { status, body } = await send(herald, {
      company_id: '1',
      front_image: front_image!,
      back_image: back_image!,
    });
    const reason = ['Both pictures show the same side of the card'];
    expect([status, body.errors]).toEqual([422, { front_image: reason, back_image: reason }]);
  }
});
