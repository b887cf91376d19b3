import type { Caller } from '@herald/auth';
import type { TypeOf } from '@herald/contracts';
import type Joi from 'joi';
import type { Guard } from './guards';
import { toRequestBody, type RequestBody } from './request-body';
import type { Override, Returns } from './returns';
import { defaultTimeoutSeconds } from './route-limits';
import type { UploadedFile } from './temp-files';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type MethodAndPath = `${Method} /${string}`;

type ParamNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a service-log record says where the answer alone does not tell. */
export type LogNote = Partial<{
  resource_id: string;
  resource_id_2: string;
  company_id: string;
  description: string;
  /** The request turned out to be no write: it leaves no record. */
  isUnchanged: boolean;
}>;

/** Path variables by name: text, unless the route declares more. */
type ParamsOf<Names extends string, Declared> = {
  [Name in Names]: Name extends keyof Declared ? TypeOf<NonNullable<Declared[Name]>> : string;
};

/** What a route's own functions are given of a request that matches its schemas. */
type ValidInput<Params, Query, Body> = { params: Params; query: Query; body: Body };

/** A request after all checks. */
export type Input<Params, Query, Body> = ValidInput<Params, Query, Body> & {
  files: Record<string, UploadedFile>;
  /** Names of the fields to return, where the route lets callers choose. */
  fields?: string[];
  caller: Caller;
  /** Stable over repeats with one Idempotency-Key: use it as the uuid of what is created. */
  uuid: string;
  /** The request has an Idempotency-Key: a repeat may come, under the same uuid. */
  isRepeatable: boolean;
  /** Adds to the request's record in the service log. */
  note(note: LogNote): void;
  /** Aborted when the caller hangs up or the timeout is over. */
  signal: AbortSignal;
};

/** Releases a slot; later calls do nothing. */
export type Release = () => void;

/** A request's parts, where their types do not matter. */
export type CheckedInput = { params: Record<string, string>; query: unknown; body: unknown };

/** Repeats the answer from what was created, so that no answer needs to be stored. */
export type Replay<Deps> = (input: { uuid: string; caller: Caller }, deps: Deps) => Promise<unknown>;

type RouteSpec<Names extends string, Params, Query, Body, Answer, Deps> = {
  /** At most eight words. */
  summary: string;
  description?: string;
  /** `<service>:read` or `<service>:write`; every write leaves a record in the service log. */
  scope: `${string}:${'read' | 'write'}`;
  /** The resource that answers name; errors may name another one. */
  resource: string | { success: string; error: string };
  params?: Params;
  query?: Joi.ObjectSchema<Query>;
  /** JSON of this schema, or what `jsonBody` and `multipart` describe. */
  body?: Joi.AnySchema<Body> | RequestBody<Body>;
  /** Where the request names the company that the token must hold. */
  company?: `${'params' | 'query' | 'body'}.${string}`;
  /** Opens the route to devices' own tokens: the core_ids that the request is about. */
  device?: (input: ValidInput<ParamsOf<Names, Params>, Query, Body>) => string | string[];
  returns: Returns<Answer>;
  /**
   * Reads by operators leave a record in the service log, under the last path variable. A dni there is replaced by the
   * handler's `note`: the log names none.
   */
  logsReads?: boolean;
  /** What can go wrong beyond the usual, by status, for the documentation. */
  errors: Record<number, string>;
  /** Checks that few routes need: rate limits, slots, signed links, errors of their own. */
  guards?: Guard<Deps>[];
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean | { replay: Replay<Deps> };
  timeoutSeconds?: number;
  /** Other paths, and other methods, of the same route. */
  aliases?: MethodAndPath[];
  /** A valid request, for the documentation and for the tests of all routes. */
  example?: { params?: Partial<Record<Names, string>>; query?: Record<string, unknown>; body?: unknown };
  handle: (input: Input<ParamsOf<Names, Params>, Query, Body>, deps: Deps) => Promise<Answer | Override>;
};

/** One thing wrong with a request; `kind` is joi's name for it, such as `any.required`. */
export type Problem = { field: string; kind: string; message: string };

/** A route as the platform runs it: its defaults filled in, its types erased. */
export type Route<Deps> = Pick<
  RouteSpec<string, Record<string, Joi.AnySchema>, unknown, unknown, unknown, Deps>,
  'summary' | 'description' | 'scope' | 'params' | 'query' | 'company' | 'logsReads' | 'errors' | 'example'
> & {
  method: Method;
  path: string;
  resource: { success: string; error: string };
  body?: RequestBody;
  device?: (input: CheckedInput) => string | string[];
  returns: Returns;
  guards: Guard<Deps>[];
  idempotent: boolean;
  replay?: Replay<Deps>;
  timeoutSeconds: number;
  aliases: MethodAndPath[];
  handle: (input: Input<never, never, never>, deps: Deps) => Promise<unknown>;
};

/** A route under the name of its constant: the operation of generated clients. */
export type NamedRoute<Deps> = Route<Deps> & { name: string };

/** One endpoint: its whole contract as data, and what it does. */
export function route<
  const Path extends MethodAndPath,
  Params extends Partial<Record<ParamNames<Path>, Joi.AnySchema>> = object,
  Query = Record<string, never>,
  Body = undefined,
  Answer = unknown,
  Deps = object,
>(methodAndPath: Path, spec: RouteSpec<ParamNames<Path>, Params, Query, Body, Answer, Deps>): Route<Deps> {
  const { resource, body, idempotent = false } = spec;
  return {
    ...(spec as unknown as Route<Deps>),
    ...splitPath(methodAndPath),
    resource: typeof resource === 'string' ? { success: resource, error: resource } : resource,
    body: body && toRequestBody(body),
    guards: spec.guards ?? [],
    idempotent: idempotent !== false,
    replay: typeof idempotent === 'object' ? idempotent.replay : undefined,
    timeoutSeconds: spec.timeoutSeconds ?? defaultTimeoutSeconds,
    aliases: spec.aliases ?? [],
  };
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
