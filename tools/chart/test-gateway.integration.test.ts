import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startForTest, type Tested } from '@herald/testing';
import { allServices } from '../../apps/platform/src/services';
import { startGateway, type Gateway } from '../deploy/gateway';
import { ofKind, parseManifests } from './manifests';

/** The pod of `helm test`, as it was rendered, in front of all services behind the gateway. */
const manifests = parseManifests(readFileSync(join(__dirname, 'manifests.fixture.yaml'), 'utf8'));
const [container] = ofKind(manifests, 'Pod')[0]!.spec.containers;
const rendered = Object.fromEntries(container!.env!.map(({ name, value }) => [name, value]));
let herald: Tested;
let gateway: Gateway;

beforeAll(async () => {
  herald = await startForTest(allServices);
  const missing = await freePort();
  const port = Number(new URL(herald.url).port);
  gateway = await startGateway(await freePort(), (name) => (name === 'audit' ? missing : port));
});

afterAll(async () => {
  await gateway?.running.end();
  await herald?.stop();
  if (gateway) rmSync(gateway.folder, { recursive: true, force: true });
});

async function runPod(env: Record<string, string | undefined>) {
  const { command, args } = container as unknown as { command: string[]; args: string[] };
  const [, ...options] = command;
  const running = spawn(process.execPath, [...options, ...args], {
    env: { ...rendered, GATEWAY_URL: gateway.url, ...env },
  });
  let output = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = (await once(running, 'close')) as [number];
  return { code, output };
}

it('names the services that do not answer, and only those', async () => {
  const { code, output } = await runPod({ WAIT_SECONDS: '5' });
  expect(code).toBe(1);
  const paths = JSON.parse(rendered.PATHS!) as Record<string, string>;
  expect(Object.keys(paths).sort()).toEqual(allServices.map(({ name }) => name).sort());
  const answered = Object.keys(paths).filter((name) => output.includes(`${name}: 401\n`));
  expect(answered.sort()).toEqual(
    Object.keys(paths)
      .filter((name) => name !== 'audit')
      .sort(),
  );
  expect(output).toContain(`audit: ${paths.audit} is 503, not 401`);
  expect(output).toContain('console: 200');
});

it('ends well once all answer', async () => {
  const { audit: _, ...paths } = JSON.parse(rendered.PATHS!) as Record<string, string>;
  expect(await runPod({ PATHS: JSON.stringify(paths) })).toMatchObject({ code: 0 });
});
