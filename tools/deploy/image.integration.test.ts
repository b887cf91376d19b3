import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase } from '@herald/persistence';
import { freePort, type Process } from '@herald/testing';
import { productionSettings, sharedFolder, startUnprivileged, unprivileged } from './processes';

/**
 * The image of one service, made by the steps of the Dockerfile in a clean folder, as it would start in a container.
 */
type Image = {
  folder: string;
  cwd: string;
  env: Record<string, string>;
  user: string;
  signal: NodeJS.Signals;
  health: string[];
  command: string[];
};

const root = join(__dirname, '../..');
const namespace = `t${randomBytes(6).toString('hex')}`;
let folder: string;
let image: Image;
let app: string;
let running: Process | undefined;

beforeAll(() => {
  folder = sharedFolder('image');
  const steps = ['--import', 'tsx', 'tools/deploy/image-steps.ts', 'company', join(folder, 'stages')];
  image = JSON.parse(execFileSync(process.execPath, steps, { cwd: root, encoding: 'utf8' })) as Image;
  app = join(image.folder, image.cwd);
  execFileSync('chmod', ['-R', 'a-w', app]);
}, 300_000);

afterAll(async () => {
  await running?.end('SIGKILL');
  const databases = await connectDatabase(process.env.MONGO_URL!);
  await databases.database(`${namespace}_company`).dropDatabase();
  await databases.close();
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

const listing = () => readdirSync(app).sort();

function startImage(env: NodeJS.ProcessEnv): Process {
  const [program, ...args] = image.command as [string, ...string[]];
  return startUnprivileged(program, args, { cwd: app, env: { ...image.env, ...env } });
}

it('holds the bundle and what it needs, and nothing for development', () => {
  const parts = ['main.js', 'tracing-export.js'].flatMap((file) => [file, `${file}.map`]);
  expect(listing()).toEqual([...parts, 'node_modules', 'sbom.cdx.json'].sort());
  expect(readFileSync(join(app, 'sbom.cdx.json'), 'utf8')).toContain('"purl": "pkg:npm/express@');
  for (const name of ['express', 'mongoose', 'amqplib', '@opentelemetry/exporter-trace-otlp-http'])
    expect(existsSync(join(app, 'node_modules', name, 'package.json'))).toBe(true);
  for (const name of ['@herald', 'lmdb', 'jest', 'typescript', 'esbuild', 'nodemailer'])
    expect(existsSync(join(app, 'node_modules', name))).toBe(false);
});

it('belongs to no privileged user and is started without a shell', () => {
  expect(image).toMatchObject({ user: '1000:1000', signal: 'SIGTERM' });
  expect(image.command).toEqual(['node', '--enable-source-maps', 'main.js']);
});

it('serves from a folder it cannot write, says that it is healthy, and ends with 0 when it is told to', async () => {
  const port = await freePort();
  const temporary = sharedFolder('tmp');
  const before = listing();
  const env = { ...productionSettings(port, namespace), TMPDIR: temporary };
  running = startImage(env);
  await running.ready(`http://127.0.0.1:${port}`);

  const [program, ...args] = image.health as [string, ...string[]];
  expect(() => execFileSync(program, args, { env, ...unprivileged })).not.toThrow();
  expect((await fetch(`http://127.0.0.1:${port}/company/api/v2/company/1`)).status).toBe(401);

  expect(await running.end(image.signal)).toBe(0);
  expect(() => execFileSync(program, args, { env, ...unprivileged })).toThrow();
  expect(listing()).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});

it.each([
  ['MONGO_URL', /^herald: Missing in production: MONGO_URL\n$/],
  ['SERVICE_JWT_SECRET', /^herald: Missing in production: SERVICE_JWT_SECRET\n$/],
  ['AUTH_JWT_SECRET', /^herald: Missing in production: one of AUTH_JWKS_URL, .*\n$/],
])('says in one line that %s is missing and ends with 1', async (name, line) => {
  const env = { ...productionSettings(await freePort(), namespace), [name]: undefined };
  running = startImage(env);
  expect(await running.exited).toBe(1);
  expect(running.output()).toMatch(line);
});

it('ends with 1 and one line where no database answers', async () => {
  const MONGO_URL = `mongodb://127.0.0.1:${await freePort()}`;
  running = startImage({ ...productionSettings(await freePort(), namespace), MONGO_URL });
  expect(await running.exited).toBe(1);
  expect(running.output()).toBe('herald: MONGO_URL: no database answers\n');
});

it('has a folder for files that its user alone owns', () => {
  const owner = execFileSync('stat', ['-c', '%u', join(image.folder, 'var/lib/herald')], { encoding: 'utf8' });
  expect(Number(owner)).toBe(unprivileged.uid ?? process.getuid!());
});
