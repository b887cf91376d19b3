import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { builtPlatform } from './built-platform.fixture';
import { campaignMaker, findingsOnScreen, onPhone, openBrowser } from './console-browser.fixture';

const root = join(__dirname, '../../..');
const maxFirstLoadKb = 250;

// A browser on a busy machine.
jest.setTimeout(180_000);

const platform = builtPlatform();
let browser: Browser;
let url: string;
let token: string;
let built: string;
let makeCampaign: Awaited<ReturnType<typeof campaignMaker>>;
beforeAll(async () => {
  const args = ['--import', 'tsx', 'tools/console.ts', 'dist/apps/platform/console'];
  built = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const { process: started, url: address } = await platform.start();
  url = address;
  token = /#token=(\S+)/.exec(started.output())![1]!;
  makeCampaign = await campaignMaker(url, token);
  await makeCampaign('Cards are ready');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  platform.clean();
});

/** What a page did that it must not: errors of scripts and of its policy, and requests to other hosts. */
const faults: string[] = [];

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (line) => void (line.type() === 'error' && faults.push(line.text())));
  page.on('request', (request) => void (new URL(request.url()).origin !== url && faults.push(request.url())));
  await page.goto(`${url}/console/${path}`);
  return page;
}

const signedIn = (path: string, options?: BrowserContextOptions) => open(`${path}#token=${token}`, options);

async function closeCleanly(page: Page): Promise<void> {
  await page.context().close();
  expect(faults.splice(0)).toEqual([]);
}

it('loads little, and says how much', () => {
  const [, kb] = /first load (\d+) kB gzipped/.exec(built)!;
  expect(Number(kb)).toBeLessThanOrEqual(maxFirstLoadKb);
});

it('opens signed in from the printed link, and leaves no token in the address', async () => {
  const page = await signedIn('');
  await page.getByRole('link', { name: 'Cards are ready' }).waitFor();
  expect(page.url()).toBe(`${url}/console/campaigns`);
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  ).not.toContain(token.slice(0, 20));
  await closeCleanly(page);
});

it('keeps the filters in the address: Back and a reload show the same', async () => {
  const page = await signedIn('campaigns');
  await page.getByLabel('Search by name or id').fill('no such campaign');
  await page.getByText('No campaign matches these filters').waitFor();
  await page.getByText('Finished', { exact: true }).first().click();
  await page.waitForURL(/search=no\+such\+campaign.*state=finished|state=finished.*search=/);
  await page.goBack();
  await page.waitForURL((address) => !address.search.includes('state='));
  expect(await page.getByLabel('Search by name or id').inputValue()).toBe('no such campaign');
  await page.reload();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No campaign matches these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Cards are ready' }).waitFor();
  await closeCleanly(page);
});

it('says that content is on the way until it is there', async () => {
  const page = await signedIn('campaigns');
  await page.getByRole('link', { name: 'Cards are ready' }).waitFor();
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await bar.waitFor({ state: 'detached' });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/index/v1/device?**', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await bar.waitFor();
  release();
  await page.getByText(/^1 to 50 of/).waitFor();
  await bar.waitFor({ state: 'detached' });
  await closeCleanly(page);
});

it('counts a campaign to its end, with the reasons of the provider', async () => {
  const uuid = await makeCampaign('Counted');
  const page = await signedIn(`campaigns/${uuid}`);
  await page.getByRole('img', { name: 'Sent 15, Failed 10, Pending 0' }).waitFor();
  await page.getByText('Failed', { exact: true }).nth(1).click();
  await page.waitForURL(/status=fails/);
  await page
    .getByText(/INVALID_ARGUMENT/)
    .first()
    .waitFor();
  await page.getByText('1 to 10 of 10').waitFor();
  await closeCleanly(page);
});

it('stops a campaign once the number of pending devices was typed', async () => {
  const uuid = await makeCampaign('Stopped', { rate: 1 });
  const page = await signedIn(`campaigns/${uuid}`);
  await page.getByRole('button', { name: 'Stop campaign' }).click();
  const dialog = page.getByRole('dialog');
  const stop = dialog.getByRole('button', { name: 'Stop campaign' });
  const field = dialog.getByLabel(/Type \d+ to confirm/);
  await field.waitFor();
  expect(await stop.isDisabled()).toBe(true);
  const [, count] = /Type (\d+) to confirm/.exec(await dialog.innerText())!;
  await field.fill(count!);
  await stop.click();
  await page.getByText('Finished', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await closeCleanly(page);
});

it('shows a refusal in the words of the API, with the id of the request', async () => {
  const page = await signedIn('campaigns/00000000-0000-4000-8000-000000000000');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/404 Not found[^]*Request id[^]*[0-9a-f-]{36}/);
  await page.context().close();
  // The campaign and its devices are asked for at the same time.
  expect(faults.splice(0)).toEqual([expect.stringContaining('404'), expect.stringContaining('404')]);
});

it('has no serious finding in any theme and width', async () => {
  const uuid = await makeCampaign('Looked at', { rate: 1 });
  const signIn = await open('', onPhone);
  await signIn.getByRole('heading', { name: 'Iniciar sesión en Herald' }).waitFor();
  expect(await findingsOnScreen(signIn)).toEqual([]);
  await closeCleanly(signIn);
  const page = await signedIn('campaigns', onPhone);
  await page.getByRole('link', { name: 'Cards are ready' }).waitFor();
  expect(await findingsOnScreen(page)).toEqual([]);
  await page.goto(`${url}/console/campaigns/${uuid}#token=${token}`);
  await page.reload();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByText('console-00').waitFor();
  expect(await findingsOnScreen(page)).toEqual([]);
  await closeCleanly(page);
});

it('is linked from the home page', async () => {
  const home = await fetch(url, { headers: { accept: 'text/html' } });
  expect(await home.text()).toContain('href="/console/"');
});

it('caches assets for good and the page never, and serves the page at every address within it', async () => {
  const page = await fetch(`${url}/console/campaigns/any`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
    (match) => match[1]!,
  );
  expect(assets.length).toBeGreaterThanOrEqual(2);
  for (const asset of assets) {
    const { status, headers } = await fetch(url + asset);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  for (const path of ['/console/assets/other.js', '/console/assets/%2e%2e%2fmain.js'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
});
