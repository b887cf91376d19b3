import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { signToken } from '@herald/auth';
import { builtPlatform } from './built-platform.fixture';
import { campaignMaker, findingsOnScreen, onPhone, openBrowser } from './console-browser.fixture';
import { buildConsole, consolePages } from './console-pages.fixture';
import { callerOf, type Call } from './seed';

const secret = 'a secret of more than 32 characters';
const campaigns = '/campaigns/api/v1';

// A browser on a busy machine.
jest.setTimeout(300_000);

const platform = builtPlatform();
let browser: Browser;
let url: string;
let call: Call;
let makeCampaign: Awaited<ReturnType<typeof campaignMaker>>;
let pages: ReturnType<typeof consolePages>;
const tokenOf = (subject: string) => signToken(secret, { subject, companies: [1], scope: '*', seconds: 3_600 });

beforeAll(async () => {
  buildConsole();
  ({ url } = await platform.start({ AUTH_JWT_SECRET: secret, APPROVAL_ABOVE: '1:1000', CONFIRM_ABOVE: '1:10' }));
  call = callerOf(url, tokenOf('ana'));
  makeCampaign = await campaignMaker(url, tokenOf('ana'));
  const segment = { company_id: 1, name: 'All Pixels', index_query: { model: 'Pixel 9' } };
  await call('POST', '/message-persistance/api/v1/segment', segment);
  browser = await openBrowser();
  pages = consolePages(browser, url);
});
afterAll(async () => {
  await browser?.close();
  platform.clean();
});

const open = (path: string, person = 'ana', options?: BrowserContextOptions) =>
  pages.open(`${path}#token=${tokenOf(person)}`, options);
const made = (name: string, more: object = {}) => makeCampaign(name, { confirmed_devices: 25, ...more });

async function compose(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Hello {{name}}');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Your card is ready');
  await page.getByLabel('Address of the picture').fill('https://cdn.example.com/card.png');
  await page.getByRole('combobox', { name: 'App' }).selectOption('com.demo.wallet');
  await page.getByRole('combobox', { name: 'Segment' }).selectOption({ label: 'All Pixels' });
  await page.getByLabel('Name of the campaign').fill(name);
  await page
    .getByText(/^\d+ devices now$/)
    .first()
    .waitFor();
}

async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Type \d+ to confirm/).waitFor();
  const [, count] = /Type (\d+) to confirm/.exec(await dialog.innerText())!;
  await dialog.getByLabel(/Type \d+ to confirm/).fill(count!);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

it.each([
  ['by one stream for all', false],
  ['by requests of their own where no stream arrives', true],
])('shows the counts of listed campaigns %s', async (_, isCut) => {
  await made('First listed');
  await made('Second listed');
  const page = await open('companies');
  if (isCut) await page.route('**/live?*', (route) => route.fulfill({ status: 429 }));
  const asked: string[] = [];
  page.on('request', (request) => void (/\/campaign\/[\da-f-]{36}$/.test(request.url()) && asked.push(request.url())));
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  for (const name of ['First listed', 'Second listed'])
    await page
      .getByRole('row', { name })
      .first()
      .getByText(/\d+ of 25/)
      .waitFor();
  expect(asked.length > 0).toBe(isCut);
  await page.context().close();
  pages.faults.splice(0);
});

it('composes a message, tries it on a device, launches it, and counts it by a stream to its end', async () => {
  const page = await open('campaigns');
  const streams: string[] = [];
  page.on('request', (request) => void (request.url().includes('/live?') && streams.push(request.url())));
  await page.getByRole('link', { name: 'New campaign' }).click();
  await compose(page, 'Composed');
  await page.getByLabel('{{name}}').fill('Ana');
  expect(await page.locator('[data-system=ios] .push').innerText()).toContain('Hello Ana');
  await page.getByLabel('core_ids of up to 20 devices').fill('console-00 console-03');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const outcomes = page.getByRole('list', { name: 'Outcomes of the test' });
  await outcomes.getByText('Sent', { exact: true }).waitFor();
  await outcomes.getByText('Failed', { exact: true }).waitFor();
  const draft = await page.evaluate('JSON.stringify(localStorage)');
  expect(draft).toContain('Hello {{name}}');
  expect(draft).not.toMatch(/Ana|console-0/);
  await confirm(page, 'Launch');
  await page.getByRole('heading', { name: 'Composed' }).waitFor();
  await page.getByRole('img', { name: /Failed 10, Pending 0/ }).waitFor();
  expect(streams.some((one) => one.includes(page.url().split('/').at(-1)!))).toBe(true);
  await pages.closeCleanly(page);
});

it('measures a message as the API does, and shows what the API refuses at its field', async () => {
  const page = await open('campaigns/new');
  await compose(page, 'Refused');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Título ñandú 👍');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('x'.repeat(4_000));
  const shown = await page.getByRole('img', { name: /^FCM/ }).getAttribute('aria-label');
  await page.getByLabel('Address of the picture').fill('https://cdn.example.com/card.gif');
  await page.getByLabel('core_ids of up to 20 devices').fill('console-00');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('must end in .png or .jpg', { exact: true }).waitFor();
  await page.getByLabel('Address of the picture').fill('https://cdn.example.com/card.png');
  const refusal = page.waitForResponse((answer) => answer.url().includes('/factory'));
  await page.getByRole('button', { name: 'Send a test' }).click();
  const { errors } = (await (await refusal).json()) as { errors: { custom_notification: string[] } };
  const [, bytes] = /makes (\d+) bytes for FCM/.exec(errors.custom_notification.join())!;
  expect(shown!.replace(/\D*([\d,]+) of.*/, '$1').replace(',', '')).toBe(bytes);
  await page.context().close();
  expect(pages.faults.splice(0).every((fault) => fault.includes('422'))).toBe(true);
});

it('groups the failures, filters by one, exports exactly those, and sends again to them', async () => {
  const uuid = await made('Partly failed');
  const page = await open(`campaigns/${uuid}`);
  await page.getByRole('heading', { name: 'Why devices failed' }).waitFor();
  await page.getByRole('link', { name: /INVALID_ARGUMENT.*5/ }).click();
  await page.waitForURL(/reason=/);
  await page.getByText('1 to 5 of 5').waitFor();
  await page.reload();
  await page.getByLabel('Token').fill(tokenOf('ana'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('1 to 5 of 5').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .split('\r\n')
    .slice(1, -1);
  const reason = new URL(page.url()).searchParams.get('reason')!;
  const query = `status=fails&reason=${encodeURIComponent(reason)}&per_page=1000`;
  const { body } = await call('GET', `${campaigns}/campaign/${uuid}/notification?${query}`);
  const listed = (body as { data: { core_id: string }[] }).data.map(({ core_id }) => core_id);
  expect(lines.map((line) => line.split(',')[0])).toEqual(listed);
  await confirm(page, 'Send again to the failed');
  await page.getByRole('link', { name: uuid }).waitFor();
  await page.getByRole('img', { name: 'Sent 0, Failed 5, Pending 0' }).waitFor();
  await pages.closeCleanly(page);
});

async function find(page: Page, who: string): Promise<void> {
  await page.getByRole('textbox', { name: /core_id or national/ }).fill(who);
  await page.getByRole('button', { name: 'Find' }).click();
}

it('says why a device failed, and why another got nothing', async () => {
  const uuid = await made('Told');
  const page = await open(`campaigns/${uuid}?status=fails`);
  await page.getByRole('link', { name: 'Why?' }).first().click();
  await page.waitForURL(/why\?.*who=console-/);
  const story = page.getByRole('article').filter({ hasText: 'Told' });
  await story.getByRole('button', { name: 'Show all' }).click();
  await story.getByText('It was named in the campaign.').waitFor();
  await story.getByText(/FCM did not take it/).waitFor();
  const message = { core_id: 'console-00', data: { type: 'reminder', title: 'Hello' } };
  await call('POST', '/notifications/v2/device/sendmessage', { application_name: 'com.demo.wallet', ...message });
  await find(page, 'console-00');
  const single = page.getByRole('region', { name: 'Single messages' }).getByRole('article');
  await single.filter({ hasText: 'reminder' }).getByText('FCM accepted the message.').waitFor();
  await find(page, 'never-registered');
  await page.getByText('No app has registered this device').waitFor();
  await page.context().close();
  expect(pages.faults.splice(0).every((fault) => fault.includes('404'))).toBe(true);
});

it('sends a campaign after a second person has approved it, not its author', async () => {
  const uuid = await made('Two persons', { needs_approval: true });
  const author = await open(`campaigns/${uuid}`);
  await author.getByText('You are the author').waitFor();
  expect(await author.getByRole('button', { name: 'Approve and send' }).count()).toBe(0);
  const second = await open('campaigns', 'ben');
  await second.getByText('To approve', { exact: true }).click();
  await second.getByRole('link', { name: 'Two persons' }).click();
  await second.getByText('ana asked for an approval.').waitFor();
  await confirm(second, 'Approve and send');
  await second.getByRole('img', { name: 'Sent 15, Failed 10, Pending 0' }).waitFor();
  // The author's page learns it by its stream.
  await author.getByText(/ben approved it/).waitFor();
  await second.context().close();
  await pages.closeCleanly(author);
});

it('keeps what was written while the API is slow, fails, and signs the author out', async () => {
  const page = await open('campaigns/new');
  await compose(page, 'Survives');
  let answers = 0;
  await page.route('**/api/v1/campaign', async (route) => {
    answers++;
    if (answers === 1) return route.fulfill({ status: 503, json: { code: 503, message: 'Service unavailable' } });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (answers === 2) return route.fulfill({ status: 401, json: { code: 401, message: 'Unauthorized' } });
    return route.continue();
  });
  await confirm(page, 'Launch');
  await page.getByText('503 Service unavailable').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Launch', exact: true }).click();
  await page.getByLabel('Token').fill(tokenOf('ana'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Hello {{name}}');
  await page
    .getByText(/^\d+ devices now$/)
    .first()
    .waitFor();
  await confirm(page, 'Launch');
  await page.getByRole('heading', { name: 'Survives' }).waitFor();
  const { body } = await call('GET', `${campaigns}/company/1/campaign?search=Survives`);
  expect((body as { total: number }).total).toBe(1);
  await page.context().close();
  expect(pages.faults.splice(0).every((fault) => /503|401/.test(fault))).toBe(true);
});

it('has no serious finding in any theme and width', async () => {
  const held = await made('Held', { needs_approval: true });
  const failed = await made('Looked at');
  const paths: Record<string, string> = {
    'campaigns/new': 'Nueva campaña',
    [`campaigns/${held}`]: 'Esta campaña espera a una segunda persona',
    [`campaigns/${failed}`]: 'Por qué fallaron los dispositivos',
    'why?who=console-03': 'Looked at',
  };
  for (const [path, text] of Object.entries(paths)) {
    const page = await open(path, 'ben', onPhone);
    await page.getByText(text).first().waitFor();
    expect([path, await findingsOnScreen(page)]).toEqual([path, []]);
    await pages.closeCleanly(page);
  }
});
