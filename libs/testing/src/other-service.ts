import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type OtherService = { url: string; asked: string[]; stop(): Promise<void> };
export type OtherAnswer = { status?: number; body: unknown } | undefined;

/**
 * Another service as its callers see it: `answers` gives status and body for a `METHOD /path` with its query and its
 * JSON, or nothing for a 404.
 */
export async function otherService(
  answers: (methodAndPath: string, query: URLSearchParams, sent: unknown) => OtherAnswer | Promise<OtherAnswer>,
): Promise<OtherService> {
  const asked: string[] = [];
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://localhost');
    const key = `${req.method} ${pathname}`;
    asked.push(key);
    const sent = req.headers['content-type'] === 'application/json' ? await json(req) : undefined;
    const { status = 200, body } = (await answers(key, searchParams, sent)) ?? { status: 404, body: {} };
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
}
