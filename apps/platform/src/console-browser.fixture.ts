import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { callerOf, type Call } from './seed';

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Debian turns on the rasterization by a GPU, which costs a third more where the CPU stands in for one. */
const withoutGpu = ['--disable-gpu', '--disable-gpu-rasterization'];

/** Opens Debian's browser; nothing but this machine may be asked. */
export function openBrowser(): Promise<Browser> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) throw new Error('The browser is missing; install it with: apt-get install -y chromium');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking', ...withoutGpu] });
}

/** The names of axe's serious and critical findings, with what they are about. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Through the debugger's protocol: the page's policy admits no script of ours.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((one) => one.html) })))',
  );
  const serious = (found as { id: string; impact: string; html: string[] }[]).filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  );
  return serious.map(({ id, html }) => `${id}: ${html.join(' ')}`);
}

const themes = ['light', 'dark'] as const;

/** Screens that are looked at in each width are opened in the narrow one: all others are opened in the wide one. */
export const onPhone = { viewport: { width: 390, height: 900 }, locale: 'es-CL' };
const viewports = [onPhone.viewport, { width: 1280, height: 900 }];

/** A frame with the new look, and the end of its transitions: what is halfway is seen for a moment only. */
const settled = `new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))).then(() =>
  Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : []))))`;

/**
 * The serious findings in each theme and width, which a page changes while it is open, and how far it can be scrolled
 * sideways.
 */
export async function findingsOnScreen(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await page.evaluate(settled);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      const findings = [...(await seriousFindings(page)), ...(wide > 0 ? [`${wide} pixels too wide`] : [])];
      found.push(...findings.map((finding) => `${colorScheme}, ${viewport.width} pixels: ${finding}`));
    }
  }
  return found;
}

/** Devices whose tokens the simulators accept, refuse and forget. */
const tokens = ['accepted', 'accepted', 'accepted', 'unregistered', 'invalid'];

/** Registers devices and gives what makes campaigns for them. */
export async function campaignMaker(url: string, token: string) {
  const call = callerOf(url, token);
  const names = Array.from({ length: 25 }, (_, at) => `console-${String(at).padStart(2, '0')}`);
  for (const [at, core_id] of names.entries()) await registerDevice(call, core_id, `${tokens[at % 5]}-${core_id}`);
  const created = await call('POST', '/message-persistance/api/v1/factory', {
    notification_version: 'core_notifications_v1',
    notification_type: 'notification',
    company_id: 1,
    data: { title: 'Hello', message: 'Ready', media_url: 'https://cdn.example.com/a.png', action_color: '#00AA55' },
    values: [],
  });
  const { uuid: message_id } = (created.body as { data: { uuid: string } }).data;
  return async (name: string, more: object = {}): Promise<string> => {
    const notifications = names.map((core_id) => ({ core_id, variables: {} }));
    const body = { name, message_id, application_name: 'com.demo.wallet', company_id: 1, notifications, ...more };
    const answer = await call('POST', '/campaigns/api/v1/campaign', body);
    return (answer.body as { data: { uuid: string } }).data.uuid;
  };
}

async function registerDevice(call: Call, core_id: string, push_token: string): Promise<void> {
  const app = { bundle_id: 'com.demo.wallet', version: '1.0.0', push_token };
  const characteristics = {
    system_name: 'android',
    model: 'Pixel 9',
    brand: 'Google',
    system_version: '35',
    emulator: 'false',
  };
  const { status } = await call('POST', '/identification/api/v1/device', {
    core_id,
    core_id_type: 'uuid',
    company_id: 1,
    characteristics,
    app,
    person: {},
  });
  if (status >= 300) throw new Error(`registration of ${core_id}: ${status}`);
}
