import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ServerResponse } from 'node:http';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
};
const served = new Set([
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'index.css',
  'favicon-32x32.png',
  'favicon-16x16.png',
]);
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Herald: the API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/index.css" />
    <link rel="stylesheet" href="/docs/page.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" sizes="32x32" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
/** The token of the link that opened the page stays in its memory, and leaves the address. */
const start = `const [, token] = /^#token=([\\w.-]+)$/.exec(location.hash) ?? [];
if (token) history.replaceState(null, '', location.pathname);
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
paint();
dark.addEventListener('change', paint);
const page = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null,
  persistAuthorization: false, docExpansion: 'none', defaultModelsExpandDepth: -1, filter: true,
  displayRequestDuration: true, tryItOutEnabled: true,
  onComplete: () => token && page.preauthorizeApiKey('bearer', token) });
`;
const style = `.swagger-ui .wrapper { max-width: 1100px; }
.swagger-ui .info { margin: 32px 0 8px; }
.swagger-ui .info .title small { vertical-align: middle; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 8px 0; }
.swagger-ui .servers, .swagger-ui .servers-title { display: none; }
.swagger-ui .opblock-tag { font-size: 18px; }
.swagger-ui .opblock-tag small { font-size: 14px; }
`;

/** Serves the documentation page and its assets, all from this machine. False for an unknown path. */
export async function serveDocs(path: string, res: ServerResponse): Promise<boolean> {
  const name = path.replace(/^\/docs\/?/, '');
  const content = await contentOf(name);
  if (content === undefined) return false;
  const type = types[name.slice(name.lastIndexOf('.'))] ?? types['.html']!;
  res.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' });
  res.end(content);
  return true;
}

async function contentOf(name: string): Promise<string | Buffer | undefined> {
  if (name === '') return page;
  if (name === 'start.js') return start;
  if (name === 'page.css') return style;
  if (!served.has(name)) return undefined;
  return readFile(join(dirname(require.resolve('swagger-ui-dist/package.json')), name));
}
