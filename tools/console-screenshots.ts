/**
 * Pictures of every screen of the console, to look at: `npx tsx tools/console-screenshots.ts <link> <folder>`, with the
 * link that `npm start` printed. Each screen in both themes and at two widths; `--only devices` makes some of them,
 * `--locale en-GB` in English.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../apps/platform/src/console-browser.fixture';
import { callerOf } from '../apps/platform/src/seed';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, locale: { type: 'string', default: 'es-CL' } },
  allowPositionals: true,
});
const [link, folder] = positionals;
if (!link || !folder) throw new Error('Usage: tsx tools/console-screenshots.ts <link> <folder>');
const { origin, hash } = new URL(link);
const call = callerOf(origin, new URLSearchParams(hash.slice(1)).get('token')!);

/** The first record of a list, if it has any. */
async function firstOf(path: string, key: string, list = 'data'): Promise<string | undefined> {
  const { body } = await call('GET', path);
  const [first] = (body[list] as Record<string, string>[] | undefined) ?? [];
  return first?.[key];
}

async function screens(): Promise<Record<string, string | undefined>> {
  const records = {
    campaign: ['campaigns', await firstOf('/campaigns/api/v1/company/1/campaign', 'uuid')],
    segment: ['segments', await firstOf('/message-persistance/api/v1/segment', 'uuid')],
    card: ['cards', await firstOf('/sapien/api/v1/credential', 'uuid')],
    file: ['files', await firstOf('/chronos/v1/file_registers', 'uuid')],
    'privacy-request': ['privacy', await firstOf('/identification/api/v1/subject_request', 'uuid', 'subject_request')],
  };
  const lists = [
    'campaigns',
    'devices',
    'segments',
    'cards',
    'channels',
    'feeds',
    'files',
    'audit',
    'dead-letters',
    'apps',
    'companies',
    'service-log',
    'privacy',
  ];
  return {
    ...Object.fromEntries(lists.map((name) => [name, name])),
    composer: 'campaigns/new',
    why: 'why?who=demo-00',
    holds: 'privacy/holds',
    retention: 'privacy/retention',
    filtered: 'devices?system_name=android&apps.tags.plan=gold&status=true',
    'no-match': 'devices?brand=none',
    device: 'devices/demo-00',
    persons: 'persons',
    person: 'persons?who=12.345.678-5',
    docs: '../docs',
    ...Object.fromEntries(Object.entries(records).map(([name, [list, id]]) => [name, id && `${list}/${id}`])),
  };
}

/** Nothing of the page is missing. A running campaign keeps its connection: the network never becomes idle. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  do await sleep(700);
  while ((await page.locator('.busy').count()) > 0);
}

async function main(): Promise<void> {
  mkdirSync(folder!, { recursive: true });
  const browser = await openBrowser();
  const wanted = Object.entries(await screens()).filter(
    ([name]) => !values.only || values.only.split(',').includes(name),
  );
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
        locale: values.locale,
      });
      const page = await context.newPage();
      for (const [name, path] of wanted) {
        if (!path) continue;
        // Another fragment alone would not load the page again.
        await page.goto('about:blank');
        await page.goto(`${origin}/console/${path}${hash}`);
        await settled(page);
        await page.screenshot({ path: join(folder!, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
      await context.close();
    }
  await browser.close();
}

void main();
