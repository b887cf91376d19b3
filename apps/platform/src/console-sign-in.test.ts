import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort, startNode, type Process } from '@herald/testing';
import { builtPlatform } from './built-platform.fixture';
import { openBrowser, seriousFindings } from './console-browser.fixture';
import { buildConsole, consolePages } from './console-pages.fixture';

const root = join(__dirname, '../../..');
const secret = 'a secret of more than 32 characters';

// A browser on a busy machine.
jest.setTimeout(180_000);

const platform = builtPlatform();
const started: Process[] = [];
let browser: Browser;
beforeAll(async () => {
  buildConsole();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const { child } of started) child.kill('SIGKILL');
  platform.clean();
});

/** An issuer of tokens, and a platform that signs in with it. */
async function installation(...options: string[]) {
  const [port, issuerPort] = [await freePort(), await freePort()];
  const herald = `http://127.0.0.1:${port}`;
  const args = ['--import', 'tsx', 'tools/oidc-issuer.ts', String(issuerPort), herald, ...options];
  const issuer = startNode(args, { cwd: root, env: { PATH: process.env.PATH } });
  started.push(issuer);
  await issuer.printed('ready', 150_000);
  const settings = Object.fromEntries(
    [...issuer.output().matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [name!, value!]),
  );
  const { url, process: running } = await platform.start({ ...settings, AUTH_JWT_SECRET: secret, PORT: String(port) });
  started.push(running);
  return { url, running, ...consolePages(browser, url, [settings.OIDC_ISSUER!]) };
}

async function signInAtIssuer(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill('operator');
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const stored = (page: Page) => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');

it('signs in at the issuer, opens the address that was asked for, and signs out at both', async () => {
  const { url, open, closeCleanly, running } = await installation();
  const page = await open('campaigns?search=cards');
  await signInAtIssuer(page);
  await page.getByText('No campaign matches these filters').waitFor();
  expect(page.url()).toBe(`${url}/console/campaigns?search=cards`);
  expect(await stored(page)).not.toMatch(/eyJ|herald-sign-in/);
  // The issuer knows the browser: a reload asks it again, without a form.
  await page.reload();
  await page.getByText('No campaign matches these filters').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /sign me out/ }).click();
  await page.getByText('You are signed out').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('input[name=login]').waitFor();
  await closeCleanly(page);
  await running.end();
});

it('says that the session has ended, and opens the same address after the next sign-in', async () => {
  const { url, open, closeCleanly, running } = await installation('--seconds', '8');
  const page = await open('campaigns?search=cards');
  await signInAtIssuer(page);
  await page.getByText('No campaign matches these filters').waitFor();
  await page.getByText('Your session has ended').waitFor();
  expect(page.url()).toBe(`${url}/console/campaigns?search=cards`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No campaign matches these filters').waitFor();
  expect(page.url()).toBe(`${url}/console/campaigns?search=cards`);
  await closeCleanly(page);
  await running.end();
});

it('renews the token where the issuer allows it', async () => {
  const { open, faults, running } = await installation('--seconds', '20', '--refresh');
  const page = await open('campaigns');
  let renewals = 0;
  page.on('response', (answer) => void (renewals += Number(answer.url().endsWith('/token') && answer.ok())));
  await signInAtIssuer(page);
  await page.getByRole('link', { name: 'Demo' }).waitFor();
  // The first token is from the code; all later ones are renewed, without a word to the person.
  while (renewals < 3) await page.waitForResponse((answer) => answer.url().endsWith('/token'));
  expect(await page.getByRole('link', { name: 'Demo' }).isVisible()).toBe(true);
  await page.context().close();
  expect(faults.splice(0)).toEqual([]);
  await running.end();
});

it('shows what the issuer refuses', async () => {
  const { url, open, running } = await installation();
  const page = await open('campaigns');
  await page.locator('input[name=login]').waitFor();
  const asked = await page.evaluate<string>('document.referrer');
  expect(asked).toBe('');
  await page.goto(`${url}/console/signed-in?error=access_denied&state=unknown`);
  await page.getByText('The sign-in failed').waitFor();
  expect(page.url()).toBe(`${url}/console/`);
  await page.context().close();
  await running.end();
});
