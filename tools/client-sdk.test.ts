import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForTest, type Tested } from '@herald/testing';
import { allServices } from '../apps/platform/src/services';

const root = join(__dirname, '..');
const readme = readFileSync(join(root, 'libs/client-sdk/README.md'), 'utf8');
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!);

type Ended = { code: unknown; printed: string };

/** Runs Node beside this process, which serves the API meanwhile. */
const node = (args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env) =>
  new Promise<Ended>((done) => {
    execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, printed: stdout + stderr }),
    );
  });

const sdk = (...args: string[]) => node(['--import', 'tsx', 'tools/client-sdk.ts', ...args], root);

// Each test compiles a program.
jest.setTimeout(180_000);

/** A folder with the package installed, as at a customer's; below dist it finds the packages of this checkout. */
let customer: string;
let herald: Tested;
beforeAll(async () => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  customer = mkdtempSync(join(root, 'dist/customer-'));
  await sdk('build', join(customer, 'node_modules/@herald/client-sdk'));
  herald = await startForTest(allServices);
});
afterAll(async () => {
  await herald?.stop();
  rmSync(customer, { recursive: true, force: true });
});

function compile(...sources: string[]): Promise<Ended> {
  const options = { module: 'nodenext', target: 'es2022', strict: true, types: ['node'], rootDir: '.' };
  writeFileSync(join(customer, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(customer, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: names(sources) }));
  sources.forEach((source, at) => writeFileSync(join(customer, `example-${at}.ts`), source));
  return node([require.resolve('typescript/bin/tsc'), '-p', customer], root);
}

const names = (sources: string[]) => sources.map((_, at) => `example-${at}.ts`);

it('has types that are current', async () => {
  expect(await sdk('check')).toEqual({ code: 0, printed: '' });
});

it('compiles and runs the examples of its README, as a customer would', async () => {
  const here = examples.map((example) => example.replace('http://127.0.0.1:8080', herald.url));
  expect(await compile(...here)).toEqual({ code: 0, printed: '' });
  const env = { PATH: process.env.PATH, TOKEN: herald.token() };
  const ended = await Promise.all(here.map((_, at) => node([`example-${at}.js`], customer, env)));
  expect(ended).toEqual([
    { code: 0, printed: '' },
    { code: 0, printed: expect.stringMatching(/^404 Not found [\w-]+\n$/) },
    { code: 0, printed: '0 delivered\n' },
  ]);
});

it('refuses an unknown path, a parameter of another type and an unknown field of the answer', async () => {
  const source = `${examples[0]}
    await herald.GET('/campaigns/api/v1/campaign/{campaign_uid}', { params: { path: { campaign_uid: 'x' } } });`;
  const mistakes = [
    ["/campaigns/api/v1/campaign/{campaign_uid}'", "/campaigns/api/v1/campaign/{id}'"],
    ['per_page: 5', "per_page: 'five'"],
    ['{ uuid, name }', '{ uuid, title }'],
  ] as const;
  const { printed } = await compile(...mistakes.map(([right, wrong]) => source.replace(right, wrong)));
  expect(printed.match(/example-\d\.ts(?=.*error TS)/g)).toEqual(['example-0.ts', 'example-1.ts', 'example-2.ts']);
});
