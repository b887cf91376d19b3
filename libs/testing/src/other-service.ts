import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OtherService = { url: string; asked: string[]; stop(): Promise<void> };

/** Another service as its callers see it: `answers` gives status and body for a `METHOD /path`, or nothing for a 404. */
export async function otherService(
  answers: (methodAndPath: string, query: URLSearchParams) => { status?: number; body: unknown } | undefined,
): Promise<OtherService> {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://localhost');
    const key = `${req.method} ${pathname}`;
    asked.push(key);
    const { status = 200, body } = answers(key, searchParams) ?? { status: 404, body: {} };
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
}
