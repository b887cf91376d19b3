import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { services } from '@herald/contracts';
import { HttpError, failureAnswer, openApiOf, sendAnswer, serveDocs } from '@herald/http';
import { requestIdFrom, withRequestId } from '@herald/tracing';
import { acceptFirst } from './accept-first';
import type { Assembled } from './assemble';
import type { DevelopmentPage, DevelopmentPages } from './development';
import { serveConsole, type ConsoleSite } from './console-files';
import { homePage, homePageHeaders, wantsPage } from './home-page';
import { isLocalRequest } from './is-local-request';
import type { HouseMetrics } from './metrics';

type HttpServerOptions = {
  assembled: Assembled[];
  ready: () => Promise<Record<string, boolean>>;
  metrics: Pick<HouseMetrics, 'registry'>;
  version: string;
  /** Pages of stand-ins by path, if stand-ins run in this process. */
  development?: DevelopmentPages;
  /** The built operators' console, if this process serves it. */
  console?: ConsoleSite;
  /** What the documentation shows in place of uuids of its examples. */
  examples?: Map<string, string>;
};
/** Where every process answers about itself: what watches it asks these. */
export const processPaths = { live: '/health/live', ready: '/health/ready', metrics: '/metrics' } as const;

type Answer = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<unknown> | unknown;

/** The HTTP server of a process: routes by the first part of the path, and answers health, metrics and docs itself. */
export function createHttpServer(options: HttpServerOptions): Server {
  const apps = new Map<string, Assembled['app']>(
    options.assembled.map(({ service, app }) => [services[service.name].prefix, app]),
  );
  const own = ownPaths(options);
  const limits = { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 900_000, keepAliveTimeout: 65_000 };
  const { onConnection, start } = acceptFirst();
  const onRequest = (req: IncomingMessage, res: ServerResponse) => {
    const id = requestIdFrom(req.headers['x-request-id']);
    res.setHeader('X-Request-Id', id);
    const path = pathOf(req.url);
    const app = apps.get(path.slice(0, endOfFirstPart(path)));
    if (app) return withRequestId(id, () => app(req as never, res as never));
    const answer = own.get(path) ?? own.get(/^\/(docs|console)(?=\/)/.exec(path)?.[0] ?? '') ?? notThere;
    withRequestId(id, () => void Promise.resolve(answer(req, res, path)).catch(() => fail(res, new HttpError(500))));
  };
  return createServer(limits, (req, res) => start(() => onRequest(req, res))).on('connection', onConnection);
}

function pathOf(url = '/'): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function endOfFirstPart(path: string): number {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.length : end;
}

function ownPaths(options: HttpServerOptions): Map<string, Answer> {
  const { assembled, ready, metrics, version, development = {}, console: site, examples = new Map() } = options;
  let document: object | undefined;
  const documentOnce = () =>
    (document ??= openApiOf(
      assembled.map(({ service: { name, summary, routes } }) => {
        return { name, summary, family: services[name].family, routes };
      }),
      version,
    ));
  const pages = Object.entries(development).map(([path, page]) => [path, developmentAnswer(page)] as const);
  const answers: Record<string, Answer> = {
    '/': (req, res, path) => {
      if (!wantsPage(req.headers.accept)) return notThere(req, res, path);
      res.writeHead(200, homePageHeaders).end(homePage({ hasConsole: site !== undefined }));
    },
    [processPaths.live]: (_req, res) => json(res, 200, { status: 'live' }),
    [processPaths.ready]: async (_req, res) => {
      const checks = await ready();
      const isReady = Object.values(checks).every(Boolean);
      json(res, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', checks });
    },
    [processPaths.metrics]: async (_req, res) => {
      const text = await metrics.registry.metrics();
      res.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
    },
    '/openapi.json': (_req, res) => json(res, 200, withExamples(documentOnce(), examples)),
    '/docs': async (req, res, path) => (await serveDocs(path, res)) || notThere(req, res, path),
    ...(site
      ? {
          '/console': async (req, res, path) => (await serveConsole(site, path, res)) || notThere(req, res, path),
        }
      : {}),
  };
  // A Map, because callers choose the path and may send "constructor".
  return new Map([...Object.entries(answers), ...pages]);
}

function withExamples(document: object, examples: Map<string, string>): object {
  if (examples.size === 0) return document;
  const fill = (text: string, [shown, replacement]: [string, string]) => text.replaceAll(shown, replacement);
  return JSON.parse([...examples].reduce(fill, JSON.stringify(document))) as object;
}

/** A page of a stand-in. Only callers on this machine can read it: it contains mails and push messages of persons. */
function developmentAnswer(page: DevelopmentPage): Answer {
  return async (req, res, path) => {
    if (!isLocalRequest(req)) return notThere(req, res, path);
    const chunks = page(new URL(req.url ?? '/', 'http://localhost').searchParams);
    res.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    await pipeline(Readable.from(chunks), res).catch(() => res.destroy());
  };
}

const notThere: Answer = (_req, res) => fail(res, new HttpError(404));

function fail(res: ServerResponse, error: HttpError): void {
  sendAnswer(res as never, failureAnswer('A', 'Route', error));
}

function json(res: ServerResponse, status: number, body: object): void {
  sendAnswer(res as never, { status, body });
}
