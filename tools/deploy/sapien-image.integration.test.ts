import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { signToken } from '@herald/auth';
import { connectDatabase } from '@herald/persistence';
import { freePort, type Process } from '@herald/testing';
import { layouts } from '../specimens/layouts/all';
import { makeSpecimen } from '../specimens/make-specimen';
import { productionSettings, sharedFolder, startUnprivileged, tokenSecret } from './processes';

/** The image of the service whose work is done in processes of their own: their code and the engines must be in it. */
type Image = { folder: string; cwd: string; env: Record<string, string>; command: string[] };

const root = join(__dirname, '../..');
const namespace = `t${randomBytes(6).toString('hex')}`;
let folder: string;
let app: string;
let image: Image;
let running: Process | undefined;

beforeAll(() => {
  folder = sharedFolder('image');
  const steps = ['--import', 'tsx', 'tools/deploy/image-steps.ts', 'sapien', join(folder, 'stages')];
  image = JSON.parse(execFileSync(process.execPath, steps, { cwd: root, encoding: 'utf8' })) as Image;
  app = join(image.folder, image.cwd);
}, 300_000);

afterAll(async () => {
  await running?.end('SIGKILL');
  const databases = await connectDatabase(process.env.MONGO_URL!);
  await databases.database(`${namespace}_sapien`).dropDatabase();
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

it('holds the code of the readers beside the service, and no generator, no test, no stand-in', () => {
  expect(readdirSync(app)).toEqual(expect.arrayContaining(['main.js', 'read-cards.worker.js', 'node_modules']));
  for (const name of ['@herald', 'lmdb', 'jest', 'tsx', 'opentype.js', '@fontsource'])
    expect([name, existsSync(join(app, 'node_modules', name))]).toEqual([name, false]);
});

it('reads a card and says nothing of it in logs and metrics', async () => {
  const { front, back, specimen } = await makeSpecimen(
    11,
    layouts.find(({ id }) => id === 'ury')!,
    'clean',
  );
  const files = sharedFolder('cards');
  chmodSync(files, 0o777);
  const port = await freePort();
  const own = { STORAGE_URL: pathToFileURL(files).href, SAPIEN_THREADS: '1', LOG_LEVEL: 'trace' };
  const env = { ...image.env, ...productionSettings(port, namespace), ...own };
  const [program, ...args] = image.command as [string, ...string[]];
  running = startUnprivileged(program, args, { cwd: app, env });
  await running.ready(`http://127.0.0.1:${port}`);
  const form = new FormData();
  form.set('company_id', '1');
  form.set('front_image', new Blob([new Uint8Array(front.bytes)]));
  form.set('back_image', new Blob([new Uint8Array(back.bytes)]));
  const token = signToken(tokenSecret, { subject: 'test', companies: [1], scope: '*', seconds: 600 });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/sapien/api/v1/credential`, {
    method: 'POST',
    body: form,
    headers,
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown> };
  expect([answer.status, data.nin, data.document_number]).toEqual([201, specimen.truth.nin, specimen.truth.document_number]); // prettier-ignore
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(await running.end('SIGTERM')).toBe(0);
  const said = running.output() + metrics;
  expect(said).toContain('/sapien/api/v1/credential');
  for (const secret of [data.nin, data.lastname, data.name, data.document_number]) expect(said).not.toContain(secret);
  rmSync(files, { recursive: true, force: true });
});
