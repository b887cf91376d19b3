import { EventEmitter, once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { builtPlatform } from './built-platform.fixture';
import { openBrowser } from './console-browser.fixture';
import { buildConsole, consolePages } from './console-pages.fixture';
import { fillConsole } from './console-records.fixture';

// A browser on a busy machine.
jest.setTimeout(300_000);

const platform = builtPlatform();
let browser: Browser;
let token: string;
let pages: ReturnType<typeof consolePages>;
beforeAll(async () => {
  buildConsole();
  const { process: started, url } = await platform.start();
  token = /#token=(\S+)/.exec(started.output())![1]!;
  await fillConsole(url, token);
  browser = await openBrowser();
  pages = consolePages(browser, url);
});
afterAll(async () => {
  await browser?.close();
  platform.clean();
});

// A test cannot operate the browser's dialog; a file of the page's own storage is chosen instead.
const directory = 'await navigator.storage.getDirectory()';
const textOf = (name: string) =>
  `(async () => (await (await (${directory}).getFileHandle('${name}')).getFile()).text())()`;
const fileNames = `(async () => Array.fromAsync((${directory}).keys()))()`;

/** The devices, of a number that is not known, and a dialog that chooses a file and reports it. */
async function devicesToDisk(onPick = () => {}): Promise<Page> {
  const page = await pages.open(`campaigns#token=${token}`);
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await page.exposeFunction('onPick', onPick);
  await page.evaluate(
    `window.showSaveFilePicker = async ({ suggestedName }) => {
      await window.onPick();
      return (${directory}).getFileHandle(suggestedName, { create: true });
    }`,
  );
  await page.route('**/index/v1/device?**', () => {});
  await page.getByRole('link', { name: 'Devices' }).click();
  return page;
}

it('writes a file of unknown length to the disk as it arrives', async () => {
  const page = await devicesToDisk();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByText('devices.csv was downloaded').waitFor({ state: 'attached' });
  expect((await page.evaluate<string>(textOf('devices.csv'))).split('\r\n').slice(1, -1)).toHaveLength(51);
  await pages.closeCleanly(page);
});

it('asks for no place for a file that is refused, and leaves no empty one behind', async () => {
  const picks = new EventEmitter();
  const onPick = jest.fn(() => void picks.emit('pick'));
  const picked = once(picks, 'pick');
  const page = await devicesToDisk(onPick);
  const refusal = { status: 429, json: { code: 429, message: 'Too many downloads' } };
  await page.route('**/index/v1/device.csv*', (route) => route.fulfill(refusal));
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('alert').getByText('429 Too many downloads').waitFor();
  expect([onPick.mock.calls, await page.evaluate(fileNames)]).toEqual([[], []]);
  // An answer that takes longer than a click admits a dialog.
  await page.unroute('**/index/v1/device.csv*');
  await page.route('**/index/v1/device.csv*', async (route) => {
    await picked;
    await route.fulfill({ ...refusal, status: 503 });
  });
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('alert').getByText('503 Too many downloads').waitFor();
  expect(await page.evaluate(fileNames)).toEqual([]);
  expect(pages.faults.splice(0).every((fault) => /429|503/.test(fault))).toBe(true);
  await pages.closeCleanly(page);
});
