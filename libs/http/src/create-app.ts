import express, { type Express, type RequestHandler } from 'express';
import type { AppContext } from './context';
import { HttpError, badRequest } from './errors';
import { splitPath, type Route } from './route';
import { routeHandler } from './route-handler';
import { failureAnswer, sendAnswer } from './send';

/** The Express application of one service. */
export function createApp<Deps>(context: AppContext<Deps>): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', 'simple');
  const methodsOf = new Map<string, Set<string>>();
  for (const route of context.routes as Route<never>[]) {
    const handler = routeHandler(route, context as unknown as AppContext<never>);
    for (const { method, path } of pathsOf(route)) {
      app[method.toLowerCase() as 'get'](path, handler);
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
    }
  }
  for (const [path, methods] of methodsOf) app.all(path, refuseMethod([...methods]));
  app.use(() => {
    throw new HttpError(404);
  });
  app.use(((error, _req, res, _next) => {
    const known = toKnownError(error);
    if (!known) context.onError(error);
    sendAnswer(res, failureAnswer(context.family, 'Route', known ?? new HttpError(500)));
  }) as express.ErrorRequestHandler);
  return app;
}

/** Every method and path of a route, its aliases included. */
export function pathsOf(route: Route<never>): Pick<Route<never>, 'method' | 'path'>[] {
  return [{ method: route.method, path: route.path }, ...route.aliases.map(splitPath)];
}

function toKnownError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  return isBadAddress(error) ? badRequest() : undefined;
}

/** A path with an invalid percent encoding. */
function isBadAddress(error: unknown): boolean {
  return error instanceof URIError || (error as { status?: number }).status === 400;
}

function refuseMethod(methods: string[]): RequestHandler {
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return () => {
    throw new HttpError(405, { headers: { Allow: allow.join(', ') } });
  };
}
