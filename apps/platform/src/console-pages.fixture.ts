import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const root = join(__dirname, '../../..');

/** Builds the console beside the built platform; gives what the command printed. */
export function buildConsole(): string {
  const args = ['--import', 'tsx', 'tools/console.ts', 'dist/apps/platform/console'];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

/**
 * Opens pages of the console, and keeps what they did that they must not: errors of scripts and of the page's policy,
 * and requests to hosts other than those allowed.
 */
export function consolePages(browser: Browser, url: string, allowed: string[] = []) {
  const faults: string[] = [];
  const origins = [url, ...allowed];
  const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    // The issuer's pages are its own business.
    const isHere = () => page.url().startsWith(url);
    page.on('console', (line) => void (line.type() === 'error' && isHere() && faults.push(line.text())));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (isHere() && !origins.includes(origin) && !request.url().startsWith('blob:')) faults.push(request.url());
    });
    await page.goto(`${url}/console/${path}`);
    return page;
  };
  return {
    open,
    faults,
    async closeCleanly(page: Page): Promise<void> {
      await page.context().close();
      expect(faults.splice(0)).toEqual([]);
    },
  };
}
