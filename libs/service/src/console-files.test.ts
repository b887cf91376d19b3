import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveConsole } from './console-files';
import type { ConsoleSettings } from './console-settings';

const oidc = { issuer: 'https://login.example.com/herald', client_id: 'console', scope: 'openid', resource: '' };
let settings: ConsoleSettings = { oidc: null };
let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'herald-')), 'console');
  server = createServer(
    (req, res) =>
      void serveConsole({ folder, settings }, req.url!, res).then((known) => known || res.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(join(folder, '..'), { recursive: true });
});

it('shows a page that asks again until the console is built, and the console from then on', async () => {
  const waiting = await fetch(`${url}/console/campaigns`);
  expect([waiting.status, waiting.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(await waiting.text()).toContain('http-equiv="refresh"');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), 'the console');
  const page = await fetch(`${url}/console/campaigns`);
  expect([page.status, page.headers.get('cache-control'), await page.text()]).toEqual([200, 'no-cache', 'the console']);
});

it('gives out nothing but assets', async () => {
  writeFileSync(join(folder, 'secret.js'), 'secret');
  writeFileSync(join(folder, 'assets/index-1.js'), 'code');
  expect(await (await fetch(`${url}/console/assets/index-1.js`)).text()).toBe('code');
  for (const path of ['assets/missing.js', 'assets/..%2fsecret.js', 'assets/index-1.js.map', 'assets/'])
    expect([path, (await fetch(`${url}/console/${path}`)).status]).toEqual([path, 404]);
  expect(await (await fetch(`${url}/console/secret.js`)).text()).toBe('the console');
});

it('tells the page how to sign in, and lets it ask the issuer alone beside its own origin', async () => {
  const policyOf = async () => (await fetch(`${url}/console/`)).headers.get('content-security-policy');
  expect(await (await fetch(`${url}/console/settings.json`)).json()).toEqual({ oidc: null });
  expect(await policyOf()).toContain("connect-src 'self';");
  settings = { oidc };
  expect(await (await fetch(`${url}/console/settings.json`)).json()).toEqual({ oidc });
  expect(await policyOf()).toContain("connect-src 'self' https://login.example.com;");
});
