import type { Caller } from '@herald/auth';
import type Joi from 'joi';
import type { ErrorDetail, HttpError } from './errors';
import type { Returns } from './returns';
import type { UploadedFile, UploadRules } from './uploads';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type MethodAndPath = `${Method} /${string}`;

type ParamNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a service-log record should say when the answer alone does not tell. */
export type LogNote = Partial<{ resource_id: string; resource_id_2: string; company_id: string; description: string }>;

/** A request after all checks. */
export type Input<Params extends string, Query, Body> = {
  params: Record<Params, string>;
  query: Query;
  body: Body;
  files: Record<string, UploadedFile>;
  /** Field names to return, where the route takes `fields`. */
  fields?: string[];
  caller: Caller;
  /** Stable over repeats of one Idempotency-Key: use it as the uuid of what is created. */
  uuid: string;
  note(note: LogNote): void;
  /** Aborted when the caller hangs up or the time is over. */
  signal: AbortSignal;
};

/** Releases a slot; later calls do nothing. */
export type Release = () => void;

/** What a route's own checks may look at. */
export type CheckedInput = { params: Record<string, string>; query: unknown; body: unknown };

export type RouteSpec<Params extends string, Query, Body, Deps> = {
  summary: string;
  /** What the summary does not say, for the documentation. */
  description?: string;
  /** `<service>:read` or `<service>:write`; every write leaves a record in the service log. */
  scope: `${string}:${'read' | 'write'}`;
  resource: string;
  /** The resource that errors name, where it differs. */
  errorResource?: string;
  /** Family B: the key the data stands under. */
  noun?: string;
  params?: Partial<Record<Params, Joi.Schema>>;
  query?: Joi.ObjectSchema<Query>;
  body?: Joi.Schema<Body>;
  /** A multipart route: its files; its text fields are `body`. */
  upload?: UploadRules;
  /** Takes `fields`: which parts of each record to return. */
  fields?: true | { always: string };
  returns: Returns;
  /** Other successes, by status. */
  also?: Record<number, string>;
  /** What can go wrong beyond the usual, by status, for the documentation. */
  errors: Record<number, string>;
  /** Turns problems into the documented answer where it is not the house's 422. */
  invalid?: (problems: Problem[]) => HttpError | undefined;
  /** Where the company stands that the token must hold. */
  company?: `params.${string}` | `body.${string}` | `query.${string}`;
  /** Opens the route to devices' own tokens: the core_ids the request speaks for. */
  device?: (input: CheckedInput) => string | string[];
  rateLimits?: RateLimit[];
  idempotent?: boolean;
  /** With `idempotent`: makes the answer of a repeat anew from what was created, so that no answer is kept. */
  replay?: (input: Pick<Input<Params, Query, Body>, 'uuid' | 'caller'>, deps: Deps) => Promise<unknown>;
  /** A link that we signed opens the route without a token: tells whether the request is such a link. */
  opens?: (input: CheckedInput, deps: Deps) => boolean;
  /** Limits the bodies being received: acquires a slot before the body is read, or throws. The result releases it. */
  acquireUploadSlot?: (caller: Caller, deps: Deps) => Release;
  /** Limits the requests being handled: acquires a slot for a validated request, or throws. The result releases it. */
  acquireSlot?: (input: CheckedInput, deps: Deps) => Release;
  /** What a 503 says, where it is not the house's. */
  unavailable?: Pick<ErrorDetail, 'message' | 'errors'>;
  bodyLimit?: number;
  seconds?: number;
  /** Other paths, and other methods, that reach the same route. */
  aliases?: MethodAndPath[];
  /** A valid request; shown in the documentation and used by the tests over all routes. */
  example?: { params?: Partial<Record<Params, string>>; query?: Record<string, unknown>; body?: unknown };
  handle: (input: Input<Params, Query, Body>, deps: Deps) => Promise<unknown>;
};

/** One thing wrong with a request; `kind` is joi's name for it, such as `any.required`. */
export type Problem = { field: string; kind: string; message: string };

export type RateLimit = {
  name: string;
  max: number;
  seconds: number;
  of: (input: CheckedInput, caller: Caller) => string;
};

export type Route<Deps> = Omit<RouteSpec<string, unknown, unknown, Deps>, 'handle' | 'params'> & {
  method: Method;
  path: string;
  params?: Record<string, Joi.Schema>;
  handle: (input: Input<string, never, never>, deps: Deps) => Promise<unknown>;
};

/** One endpoint: its whole contract as data, and what it does. */
export function route<const Path extends MethodAndPath, Query = Record<string, never>, Body = undefined, Deps = object>(
  methodAndPath: Path,
  spec: RouteSpec<ParamNames<Path>, Query, Body, Deps>,
): Route<Deps> {
  return { ...(spec as unknown as Route<Deps>), ...splitPath(methodAndPath) };
}

/** `GET /x` as its two parts. */
export function splitPath(methodAndPath: MethodAndPath): { method: Method; path: string } {
  const [method, path] = methodAndPath.split(' ') as [Method, string];
  return { method, path };
}

/** True for a route that changes something. */
export function isWrite({ scope }: Pick<Route<never>, 'scope'>): boolean {
  return scope.endsWith(':write');
}
