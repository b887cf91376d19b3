import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import type { ConsoleSettings } from './console-settings';

export type ConsoleSite = { folder: string; settings: ConsoleSettings };

/**
 * The console loads nothing from other hosts, and neither scripts nor styles that stand in the page. It asks this
 * origin and, to sign in, the issuer of tokens.
 */
const policyOf = ({ oidc }: ConsoleSettings) => {
  const asked = oidc ? `'self' ${new URL(oidc.issuer).origin}` : "'self'";
  return [
    "default-src 'none'",
    ...['script-src', 'style-src', 'font-src'].map((kind) => `${kind} 'self'`),
    `connect-src ${asked}`,
    "img-src 'self' data:",
    ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
  ].join('; ');
};
const headersOf = (settings: ConsoleSettings) => ({
  'Content-Security-Policy': policyOf(settings),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});
/** Headers of the console's page. */
export const consolePageHeaders = (settings: ConsoleSettings) => ({
  ...headersOf(settings),
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
});
const types = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['woff2', 'font/woff2'],
]);

const waitingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Herald</title></head>
<body><p>The console is being built. This page opens it in some seconds.</p></body>
</html>
`;

/** Serves the console's files, and its page for every address within it. False for a file that is not there. */
export async function serveConsole(site: ConsoleSite, path: string, res: ServerResponse): Promise<boolean> {
  const { folder, settings } = site;
  const name = path.replace(/^\/console\/?/, '');
  const headers = headersOf(settings);
  if (name === 'settings.json') {
    const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' };
    res.writeHead(200, { ...headers, ...type }).end(JSON.stringify(settings));
    return true;
  }
  const [, file, extension] = /^(assets\/[\w-]+\.(\w+))$/.exec(name) ?? [];
  if (file) {
    const content = await readIfThere(join(folder, file));
    const type = types.get(extension!);
    if (!content || !type) return false;
    // The names of assets change with their contents.
    const caching = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    const about = { 'Content-Type': type, 'Content-Length': content.length };
    res.writeHead(200, { ...headers, ...caching, ...about }).end(content);
    return true;
  }
  if (name.startsWith('assets/')) return false;
  const page = await readIfThere(join(folder, 'index.html'));
  const pageHeaders = consolePageHeaders(settings);
  if (page) res.writeHead(200, pageHeaders).end(page);
  else res.writeHead(503, { ...pageHeaders, 'Retry-After': '1', 'Cache-Control': 'no-store' }).end(waitingPage);
  return true;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
