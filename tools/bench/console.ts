/**
 * The operators' console in a browser, over a filled installation: from an input until its rows or facts are shown, and
 * until nothing of the page is missing, for the main interactions of each screen; beside them the time from the first
 * request to the last answer, and the number of requests. Each round loads the page again, so that no record is cached.
 * Engines as in bench:fanout; `--built` names the folder of another build, such as of the commit before,
 * `--only devices,audit` how the names of the wanted interactions begin.
 * `npm run bench:console [-- --devices 100000 --log 100000 --audit 20000 --campaigns 60 --rounds 5]`.
 */
import { parseArgs } from 'node:util';
import { services, type ServiceName } from '@herald/contracts';
import { fillDevices, type Installation } from '@herald/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../apps/platform/src/console-browser.fixture';
import { fillAudit, fillCampaigns, fillSegments } from './console-records';
import { quantiles, table } from './figures';
import { fillServiceLog } from './log-records';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '100000' },
    log: { type: 'string', default: '100000' },
    audit: { type: 'string', default: '20000' },
    campaigns: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    built: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const [devices, log, audit, campaigns, rounds] = [
  values.devices,
  values.log,
  values.audit,
  values.campaigns,
  values.rounds,
].map(Number) as [number, number, number, number, number];
const limitMs = 100;
/** Of each of the many campaigns; one more goes to all devices. */
const devicesOfMany = 1_000;

/** An interaction: the screen where it starts, and the selector to click or the address to go to. */
type Step = { name: string; from: string; click?: string; to?: string };

const link = (path: string) => `nav.side a[href^="/console/${path}"]`;
const next = '.pager button:last-of-type';
const opens = (name: string, path: string): Step => ({ name: `${name}: open`, from: 'companies', click: link(path) });
const first = 'main tbody tr:first-child a.link';

const deep = (perPage: number, total: number) => Math.max(2, Math.floor(total / perPage / 2));
const moves = (screen: string, more: Record<string, string>) =>
  Object.entries(more).map(([name, query]) => ({
    name: `${screen}: ${name}`,
    from: screen,
    to: `${screen}?${query}`,
  }));

function stepsOf(uuid: string, coreId: string): Step[] {
  const page = `campaigns/${uuid}`;
  return [
    { name: 'campaigns: open', from: 'companies', click: link('campaigns') },
    { name: 'campaigns: next page', from: 'campaigns', click: next },
    ...moves('campaigns', { 'search by name': 'search=Campaign+1', finished: 'state=active' }),
    { name: 'campaign: open', from: 'campaigns', click: first },
    { name: 'campaign: next page of devices', from: page, click: next },
    { name: 'campaign: deep page of devices', from: page, to: `${page}?page=${deep(20, devices)}` },
    { name: 'campaign: failed devices', from: page, to: `${page}?status=fails` },
    { name: 'campaign: one reason', from: page, to: `${page}?reason=UNREGISTERED` },
    { name: 'why: open a device', from: 'why', to: `why?who=${coreId}` },
    opens('devices', 'devices'),
    { name: 'devices: next page', from: 'devices', click: next },
    ...moves('devices', {
      'deep page': `page=${deep(50, devices)}`,
      'last page': `page=${Math.ceil(devices / 50)}`,
      'system, half of all': 'system_name=android',
      'system, deep page': `system_name=android&page=${deep(50, devices / 2)}`,
      'brand, none': 'brand=None',
      'active ones, and ios': 'status=true&system_name=ios',
      'one core_id': `core_id=${coreId}`,
      search: `search=${coreId.slice(-8)}`,
    }),
    { name: 'devices: open one', from: 'devices', click: first },
    opens('segments', 'segments'),
    { name: 'segments: open one', from: 'segments', click: first },
    opens('audit', 'audit'),
    { name: 'audit: next page', from: 'audit', click: next },
    opens('service-log', 'service-log'),
    ...logSteps(),
    opens('files', 'files'),
    opens('apps', 'apps'),
  ];
}

const logSteps = (): Step[] => [
  { name: 'service-log: next page', from: 'service-log', click: next },
  ...moves('service-log', {
    'deep page': `page=${deep(50, log / 2)}`,
    service: 'service=company',
    refused: 'result=false',
    operation: 'operation=create',
    resource: 'resource=App',
    'service and result': 'service=company&result=true',
    'all companies': 'companies=all',
  }),
];

/**
 * Begins to measure in the page: from the first click, or from the change of the address. Shown is a page whose rows,
 * facts or empty state have replaced what was there before; a title, a bar of progress or kept rows are not enough.
 * Complete is one of which nothing is missing any more.
 */
const watch = (to: string | undefined) => `(() => {
  const content = ['.pager', 'main tbody tr', 'main .empty', 'main section'];
  const textOf = () => {
    const parts = content.map((selector) => document.querySelector(selector)?.textContent ?? '');
    return [...parts, document.querySelectorAll('main tbody tr').length].join('|');
  };
  const before = textOf();
  const isShown = () => textOf() !== before && document.querySelector(content.slice(1).join());
  const isComplete = () => !document.querySelector('.busy, .progress:empty');
  const requestsSince = (at) =>
    performance.getEntriesByType('resource').filter(({ startTime, name }) => startTime >= at && !name.includes('/live?'));
  window.measured = new Promise((resolve) => {
    const begin = (at) => {
      let shown;
      const frame = () => {
        if (shown === undefined && isShown()) shown = performance.now() - at;
        if (shown === undefined || !isComplete()) return requestAnimationFrame(frame);
        const complete = performance.now() - at;
        const requests = requestsSince(at);
        const network = Math.max(at, ...requests.map(({ responseEnd }) => responseEnd)) - at;
        resolve({ shown, complete, network, requests: requests.length });
      };
      requestAnimationFrame(frame);
    };
    const to = ${JSON.stringify(to ?? null)};
    if (to === null) addEventListener('click', (event) => begin(event.timeStamp), { capture: true, once: true });
    else {
      begin(performance.now());
      history.pushState(null, '', '/console/' + to);
    }
  });
})()`;

/** Nothing is missing, and nothing has changed for a moment. */
const isQuiet = `new Promise((resolve) => {
  let quietSince = performance.now();
  new MutationObserver(() => (quietSince = performance.now())).observe(document.body, { childList: true, subtree: true });
  const timer = setInterval(() => {
    const isShown = document.querySelector('main h1') && !document.querySelector('.busy');
    if (!isShown || performance.now() - quietSince < 400) return;
    clearInterval(timer);
    resolve(true);
  }, 50);
})`;

type Site = { url: string; token: string };
type Measured = { shown: number; complete: number; network: number; requests: number };

async function measure(browser: Browser, { url, token }: Site, step: Step): Promise<Measured> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const page: Page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    await page.goto(`${url}/console/${step.from}#token=${token}`);
    await page.evaluate(isQuiet);
    await page.evaluate(watch(step.to));
    if (step.click) await page.locator(step.click).first().click();
    const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(step.name)), 30_000).unref());
    return (await Promise.race([page.evaluate('window.measured'), timeout])) as Measured;
  } finally {
    await context.close();
  }
}

async function fill(it: Installation): Promise<string> {
  await fillDevices(it, devices);
  await fillCampaigns(it, campaigns, Math.min(devicesOfMany, devices));
  const [uuid] = await fillCampaigns(it, 1, devices);
  await fillSegments(it, 20);
  await fillServiceLog(it, log);
  await fillAudit(it, audit);
  return uuid!;
}

async function measureAll(it: Installation, uuid: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const site = { url: it.urlOf('index'), token: it.token() };
    const rows: (string | number)[][] = [];
    const wanted = values.only.split(',');
    const steps = stepsOf(uuid, '0b1e2c4d-5b7e-4a58-9f0c-000000000007');
    for (const step of steps.filter(({ name }) => wanted.some((start) => name.startsWith(start)))) {
      const found: Measured[] = [];
      for (let round = 0; round < rounds; round++) found.push(await measure(browser, site, step));
      const medianOf = (name: keyof Measured) => quantiles(found.map((one) => one[name]))[0];
      const [shown, , worst] = quantiles(found.map((one) => one.shown));
      const rest = (['complete', 'network', 'requests'] as const).map(medianOf);
      rows.push([step.name, shown, worst, ...rest, shown > limitMs ? `over ${limitMs} ms` : '']);
      if (process.stderr.isTTY) console.error(rows.at(-1)!.join(' '));
    }
    console.log(table(['interaction', 'shown ms', 'worst ms', 'complete ms', 'network ms', 'requests', ''], rows));
  } finally {
    await browser.close();
  }
}

void runOnInstallation(
  {
    programs: { platform: Object.keys(services) as ServiceName[] },
    env: { SERVICE_LOG_DAYS: '36500' },
    builtIn: values.built,
  },
  async (it) => measureAll(it, await fill(it)),
  `${devices} devices`,
  `${log} records of the log`,
);
