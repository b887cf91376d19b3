/**
 * The files that the gateway serves itself: `npx tsx tools/deploy/gateway-site.ts <folder>` writes openapi.json of all
 * services together, the documentation page with its parts, the operators' console, and the home page.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { services } from '@herald/contracts';
import { openApiOf, serveDocs } from '@herald/http';
import { homePage } from '@herald/service';
import { buildConsole } from '../console';
import { allServices } from '../../apps/platform/src/services';
import { version } from '../../package.json';

/** The OpenAPI document of all services, which no service has to run for. */
export function wholeDocument() {
  const documented = allServices.map(({ name, summary, routes }) => {
    return { name, summary, family: services[name].family, routes };
  });
  return openApiOf(documented, version);
}

/** Writes the files; gives their paths. The page is taken as the services serve it, with every part it asks for. */
export async function writeSite(folder: string): Promise<string[]> {
  const server = createServer((req, res) => {
    const answered = serveDocs(req.url!, res).then((known) => void (known || res.writeHead(404).end()));
    answered.catch((error: Error) => res.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const page = (await read(`${url}/docs`)).toString();
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    const files = await Promise.all(parts.map(async (path) => [path, await read(url + path)] as const));
    const own = [
      ['/index.html', homePage({ hasConsole: true })],
      ['/openapi.json', JSON.stringify(wholeDocument())],
      ['/docs/index.html', page],
    ] as const;
    const all = [...own, ...files];
    for (const [path, content] of all) await write(join(folder, path), content);
    await buildConsole(join(folder, 'console'));
    return all.map(([path]) => path);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function read(address: string): Promise<Buffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (require.main === module) {
  const folder = process.argv[2];
  if (!folder) throw new Error('Usage: tsx tools/deploy/gateway-site.ts <folder>');
  // Absolute: the console is built from a folder of its own.
  void writeSite(resolve(folder)).then((paths) => console.log(`${paths.length} files written to ${folder}`));
}
