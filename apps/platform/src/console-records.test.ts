import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { signToken } from '@herald/auth';
import { builtPlatform } from './built-platform.fixture';
import { findingsOnScreen, onPhone, openBrowser, seriousFindings } from './console-browser.fixture';
import { buildConsole, consolePages } from './console-pages.fixture';
import { fillConsole, readCard } from './console-records.fixture';
import { callerOf } from './seed';

const secret = 'a secret of more than 32 characters';

// A browser on a busy machine.
jest.setTimeout(300_000);

const platform = builtPlatform();
let browser: Browser;
let url: string;
let token: string;
let card: string;
let pages: ReturnType<typeof consolePages>;
beforeAll(async () => {
  buildConsole();
  const { process: started, url: address } = await platform.start({
    AUTH_JWT_SECRET: secret,
    SAPIEN_COMPARE_PICTURES: 'true',
  });
  url = address;
  token = /#token=(\S+)/.exec(started.output())![1]!;
  await fillConsole(url, token);
  card = await readCard(url, token);
  browser = await openBrowser();
  pages = consolePages(browser, url);
});
afterAll(async () => {
  await browser?.close();
  platform.clean();
});

const signedIn = (path: string, options?: BrowserContextOptions) => pages.open(`${path}#token=${token}`, options);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

async function addFilter(page: Page, field: string, value: string): Promise<void> {
  await page.getByLabel('Filter by').selectOption({ label: field });
  const given = page.getByLabel('Value', { exact: true });
  if ((await given.evaluate((one) => one.tagName)) === 'SELECT') await given.selectOption({ label: value });
  else await given.fill(value);
  await page.getByRole('button', { name: 'Add filter' }).click();
}

async function downloaded(page: Page, button: string | RegExp): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

it('filters devices by chips in the address, exports what they match, and saves them as a segment', async () => {
  const page = await signedIn('devices');
  await page.getByText('1 to 50 of 51').waitFor();
  await addFilter(page, 'System', 'iOS');
  await page.waitForURL(/system_name=ios/);
  await addFilter(page, 'Activity', 'Seen within a month');
  await page.waitForURL(/status=/);
  await page.getByLabel('Filter by').selectOption({ label: 'Tag' });
  await page.getByLabel('Tag name').fill('plan');
  await page.getByLabel('Value', { exact: true }).fill('gold');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByText('1 to 9 of 9').waitFor();
  await page.goBack();
  await page.getByText('1 to 17 of 17').waitFor();
  await page.goForward();
  await page.getByText('1 to 9 of 9').waitFor();
  const rows = (await downloaded(page, 'Download CSV')).split('\r\n').slice(1, -1);
  expect([rows.length, rows.every((row) => row.includes('ios') && row.includes('gold'))]).toEqual([9, true]);
  await page.getByRole('button', { name: 'Save as segment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('These filters match 9 devices now', { exact: false }).waitFor();
  await dialog.getByLabel('Name').fill('Golden apples');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading(page, 'Golden apples');
  await page.getByText('1 to 9 of 9').waitFor();
  await page.getByRole('button', { name: 'Show in devices' }).click();
  await page.getByRole('button', { name: 'Remove the filter System' }).click();
  const gold = await callerOf(url, token)('POST', '/index/v1/device', { company_id: 1, 'apps.tags.plan': 'gold' });
  await page.getByText(`1 to ${gold.body.total} of ${gold.body.total}`).waitFor();
  await pages.closeCleanly(page);
});

it('shows a person by number and by e-mail, with the way to the device', async () => {
  const page = await signedIn('persons');
  await page.getByLabel('Identity number or e-mail').fill('12.345.678-5');
  await page.keyboard.press('Enter');
  await page.getByText('Ana María Rojas', { exact: false }).or(page.getByText('ana maría rojas')).first().waitFor();
  await page.getByLabel('Identity number or e-mail').fill('ANA@example.com');
  await page.keyboard.press('Enter');
  await page.waitForURL(/who=ANA/);
  await page.getByRole('link', { name: 'console-ana' }).click();
  await heading(page, 'console-ana');
  await page.getByText('com.demo.wallet').waitFor();
  await page.getByRole('link', { name: '12.345.678-5' }).click();
  await page.waitForURL(/persons\?who=.*123456785/);
  await pages.closeCleanly(page);
});

it('shows what was read of a card, from where, and when it is removed', async () => {
  const page = await signedIn(`cards/${card}`);
  await page.getByText('30 days').waitFor();
  await page.getByText('Check digits of the MRZ').waitFor();
  const sizes =
    'Promise.all([...document.querySelectorAll("figure img")].map((one) => one.decode().then(() => one.naturalWidth)))';
  expect((await page.evaluate<number[]>(sizes)).every((width) => width > 0)).toBe(true);
  await page.getByRole('button', { name: 'Validate' }).click();
  await page.getByText('Authentic').waitFor();
  await pages.closeCleanly(page);
});

it('shows the signs of a copy, with the card whose picture was sent before', async () => {
  const page = await signedIn(`cards/${await readCard(url, token)}`);
  const signs = page.getByRole('region', { name: 'Signs of a copy' });
  await signs.getByText('the picture of the front was sent before').waitFor();
  await signs.getByRole('link', { name: 'with this card' }).click();
  await page.waitForURL(new RegExp(`cards/${card}`));
  await pages.closeCleanly(page);
});

it('follows the service log, and filters and exports it', async () => {
  const page = await signedIn('service-log');
  await page.getByRole('switch', { name: 'Live' }).press('Space');
  await page.waitForURL(/live=true/);
  await callerOf(url, token)('POST', '/channels/v1/core_feed', { company_id: 1, name: 'Arrived' });
  await page.getByText('create CoreFeed').nth(2).waitFor();
  await addFilter(page, 'Service', 'channels');
  await page.getByText('1 to 5 of 5').waitFor();
  expect((await downloaded(page, 'Download CSV')).split('\r\n')).toHaveLength(7);
  await pages.closeCleanly(page);
});

it('uploads a file and its next version, and downloads both', async () => {
  const page = await signedIn('files');
  const upload = async (button: string, text: string) => {
    await page.getByRole('button', { name: button }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('dialog').getByLabel('File').click(),
    ]);
    await chooser.setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await upload('Upload file', 'one');
  await page.getByRole('link', { name: 'list.txt' }).click();
  await upload('Upload new version', 'two');
  await page.getByText('2 · list.txt').waitFor();
  expect(await downloaded(page, 'Download 1')).toBe('one');
  expect(await downloaded(page, 'Download 2')).toBe('two');
  await pages.closeCleanly(page);
});

it('keeps push credentials out of sight, and says why they are refused', async () => {
  const page = await signedIn('apps');
  await page.getByRole('button', { name: 'Set credentials' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service account (JSON)').fill('{"type":"service_account"}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is not the JSON of a service account.').waitFor();
  const account = { project_id: 'demo', client_email: 'a@demo.example.com', private_key: 'no key' };
  await dialog.getByLabel('Service account (JSON)').fill(JSON.stringify(account));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('the key cannot be used', { exact: false }).waitFor();
  await page.context().close();
  expect(pages.faults.splice(0)).toEqual([expect.stringContaining('422')]);
});

it('gives a person a copy of the data, and keeps another from being erased', async () => {
  const register = (core_id: string, dni: string) => {
    const app = { bundle_id: 'com.demo.wallet', version: '1' };
    const body = { core_id, company_id: 1, characteristics: {}, app, person: { dni, name: 'Eva' } };
    return callerOf(url, token)('POST', '/identification/api/v1/device', body);
  };
  await register('console-eva', '7654321-6');
  await register('console-ida', '8765432-k');
  const page = await signedIn('privacy');
  const ask = async (kind: string, who: string) => {
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByRole('dialog').getByLabel('What is asked').selectOption({ label: kind });
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Person\b/ })
      .fill(who);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await ask('Copy of the data', '7.654.321-6');
  await page.getByRole('link', { name: 'Copy of the data' }).click();
  await page.getByText('Done').first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download ZIP' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^PK.*index\.html/s);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('link', { name: 'Legal holds' }).click();
  await page.getByRole('button', { name: 'New legal hold' }).click();
  await page.getByRole('dialog').getByLabel('Identity number').fill('8765432-k');
  await page.getByRole('dialog').getByLabel('Reason').fill('Case 4711');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Case 4711').waitFor();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await ask('Erasure', '8765432-k');
  await page.getByRole('dialog').getByText('A legal hold keeps the data', { exact: false }).waitFor();
  await page.context().close();
  expect(pages.faults.splice(0)).toEqual([expect.stringContaining('409')]);
});

it('says that there are no dead letters, and offers them to a token of all companies alone', async () => {
  const page = await signedIn('dead-letters');
  await page.getByText('Every message found its way', { exact: false }).waitFor();
  await pages.closeCleanly(page);
  const one = signToken(secret, { subject: 'one', companies: ['1'], scope: '*', seconds: 600 });
  const other = await pages.open(`#token=${one}`);
  await heading(other, 'Campaigns');
  expect(await other.getByRole('link', { name: 'Dead letters' }).count()).toBe(0);
  await pages.closeCleanly(other);
});

it('goes to screens and records by the keyboard alone', async () => {
  const page = await signedIn('campaigns');
  await heading(page, 'Campaigns');
  const targets = page.getByRole('listbox', { name: 'Go to' });
  await page.keyboard.press('Control+k');
  await targets.getByRole('option').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type('service');
  await page.keyboard.press('Enter');
  await heading(page, 'Service log');
  await page.keyboard.press('Control+k');
  await targets.getByRole('option').first().waitFor();
  await page.keyboard.type(card);
  await targets.getByRole('option', { name: /^Card/ }).waitFor();
  while (!(await targets.getByRole('option', { name: /^Card/, selected: true }).isVisible()))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`cards/${card}`));
  await pages.closeCleanly(page);
});

it('offers what the token can do, and nothing else', async () => {
  const scope = 'index:read chronos:read';
  const narrow = signToken(secret, { subject: 'reader', companies: ['1'], scope, seconds: 600 });
  const page = await pages.open(`#token=${narrow}`);
  await heading(page, 'Devices');
  const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(links).toEqual(['Devices', 'Files', 'API documentation']);
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByRole('link', { name: 'report.csv' }).waitFor();
  expect(await page.getByRole('button', { name: 'Upload file' }).count()).toBe(0);
  await pages.closeCleanly(page);
});

const titles: [path: string, title: string | RegExp][] = [
  ['devices', 'Dispositivos'],
  ['devices?brand=none', 'Dispositivos'],
  ['devices/console-ana', 'console-ana'],
  ['segments', 'Segmentos'],
  ['persons?who=12.345.678-5', 'Personas'],
  ['cards', 'Cédulas'],
  ['card', /./],
  ['channels', 'Canales'],
  ['feeds', 'Feeds'],
  ['files', 'Archivos'],
  ['privacy', 'Privacidad'],
  ['privacy/holds', 'Privacidad'],
  ['privacy/retention', 'Privacidad'],
  ['audit', 'Auditoría'],
  ['service-log', 'Registro del servicio'],
  ['dead-letters', 'Mensajes muertos'],
  ['apps', 'Apps'],
  ['companies', 'Demo'],
];

it('has no serious finding on any screen, in any theme and width, and is in one language', async () => {
  const page = await signedIn('', onPhone);
  const english = () => page.locator('main [lang=en]').allInnerTexts();
  const found: string[] = [];
  for (const [path, title] of titles) {
    await page.goto('about:blank');
    await page.goto(`${url}/console/${path === 'card' ? `cards/${card}` : path}#token=${token}`);
    await heading(page, title);
    await page.waitForLoadState('networkidle');
    const findings = [...(await english()), ...(await findingsOnScreen(page)), ...(await english())];
    found.push(...findings.map((finding) => `${path}: ${finding}`));
  }
  expect(found).toEqual([]);
  await pages.closeCleanly(page);
});
