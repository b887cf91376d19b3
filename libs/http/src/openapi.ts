import { failureBody, successBody, type Family, type ServiceName } from '@herald/contracts';
import type Joi from 'joi';
import toJsonSchema from 'joi-to-json';
import { pathsOf } from './create-app';
import { isOpenToLinks } from './guards';
import type { Route } from './route';
import { paramsSchema } from './validate';

type Json = Record<string, unknown>;
export type Documented = { name: ServiceName; summary: string; family: Family; routes: Route<never>[] };

const usualErrors: Record<number, string> = {
  401: 'No valid token',
  403: 'The token does not hold the scope, the company or the device',
  422: 'A field is missing or wrong',
  500: 'Unhandled error',
  503: 'A dependency is down; retry after Retry-After',
};

/** The OpenAPI 3.1 document of services, generated from their routes' schemas. */
export function openApiOf(services: Documented[], version: string): Json {
  const paths: Record<string, Json> = Object.create(null);
  for (const { name, family, routes } of services)
    for (const route of routes)
      for (const { method, path } of pathsOf(route)) {
        const key = path.replace(/:(\w+)/g, '{$1}');
        (paths[key] ??= {})[method.toLowerCase()] = operationOf(route, { name, family, method, path });
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Herald', version, description: 'Mobile identity and messaging, self-hosted.' },
    servers: [{ url: '/' }],
    tags: services.map(({ name, summary }) => ({ name, description: summary })),
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

type Place = { name: ServiceName; family: Family; method: string; path: string };

function operationOf(route: Route<never>, { name, family, method, path }: Place): Json {
  const body = bodyOf(route);
  return {
    tags: [name],
    summary: route.summary,
    ...(isOpenToLinks(route) ? { security: [{}] } : {}),
    operationId: `${method} ${path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    description: [route.description, accessOf(route)].filter(Boolean).join(' '),
    parameters: [
      ...parametersIn('path', paramsSchema(route), route.example?.params),
      ...(route.query ? parametersIn('query', route.query, route.example?.query) : []),
      ...(route.returns.fields ? [fieldsParameter] : []),
      ...(route.idempotent ? [idempotencyParameter] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successesOf(route, family), ...failuresOf(route, family) },
  };
}

function accessOf(route: Route<never>): string {
  const { scope, device } = route;
  if (isOpenToLinks(route)) return 'Opened by a signed link, not by a token.';
  return `Scope: \`${scope}\`.${device ? " Open to a device's own token." : ''}`;
}

const fieldsParameter = {
  name: 'fields',
  in: 'query',
  description: 'Names of the fields to return, separated by commas',
  schema: { type: 'string' },
};
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A retry with the same key within 24 hours gets the first answer and has no further effect',
  schema: { type: 'string', maxLength: 255 },
};

function parametersIn(place: 'path' | 'query', schema: Joi.ObjectSchema, examples: Json = {}): Json[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}

function bodyOf({ body, example }: Route<never>): Json | undefined {
  if (!body) return undefined;
  const { upload } = body;
  const schema = jsonSchemaOf(body.schema);
  if (!upload)
    return {
      required: true,
      content: { 'application/json': { schema, ...(example?.body ? { example: example.body } : {}) } },
    };
  const files = Object.fromEntries([
    ...upload.files.map((name) => [name, { type: 'string', format: 'binary' }]),
    ...(upload.encoded ?? []).map((name) => [name, { type: 'string', contentEncoding: 'base64' }]),
  ]) as Json;
  const whole = { ...schema, properties: { ...(schema.properties as object), ...files } };
  return { required: true, content: { 'multipart/form-data': { schema: whole } } };
}

const nextSchema = { type: ['string', 'null'], description: 'Cursor of the next page; null at the end' };

function successesOf({ returns, resource }: Route<never>, family: Family): Json {
  const { status, message, kind, shape, walked, envelopeKey = 'data' } = returns;
  const others = Object.fromEntries(
    Object.entries(returns.others ?? {}).map(([code, description]) => [code, { description }]),
  );
  if (kind === 'file')
    return {
      [status]: { description: 'The bytes of the file', content: { 'application/octet-stream': {} } },
      ...others,
    };
  const data = shape ? jsonSchemaOf(shape) : {};
  const next = walked ? { next: null } : {};
  const paging = { page: { page: 1, per_page: 20, total: 1, ...next }, count: { total: 1 } }[kind as string];
  const sample = {
    code: status,
    resource: resource.success,
    envelopeKey,
    message,
    data: kind === 'count' ? undefined : null,
    paging,
  };
  const schema =
    kind === 'bare'
      ? data
      : envelopeSchema(successBody(family, sample), { data, [envelopeKey]: data, next: nextSchema });
  return { [status]: { description: message || 'Ok', content: { 'application/json': { schema } } }, ...others };
}

function failuresOf(route: Route<never>, family: Family): Json {
  const guarded = route.guards.map(({ errors }) => errors);
  const all: Record<number, string> = Object.assign({}, usualErrors, ...guarded, route.errors);
  const resource = route.resource.success;
  return Object.fromEntries(
    Object.entries(all).map(([code, description]) => {
      const status = Number(code);
      const bare = status === 401 || status === 403;
      const sample = failureBody(family, { code: status, resource, message: '', errors: '', bare });
      const schema = envelopeSchema(sample, { errors: errorsSchema, error: errorsSchema });
      return [code, { description, content: { 'application/json': { schema } } }];
    }),
  );
}

const errorsSchema = { anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array', items: { type: 'object' } }] };

/** The schema of an envelope, derived from a sample. */
function envelopeSchema(sample: object, known: Json): Json {
  const sent = Object.entries(sample).filter(([, value]) => value !== undefined);
  const properties = sent.map(([key, value]) => {
    const constant = typeof value === 'boolean' || key === 'code' || (typeof value === 'string' && value !== '');
    const type = typeof value === 'number' ? 'integer' : typeof value;
    return [key, known[key] ?? (constant ? { const: value } : { type })];
  });
  return { type: 'object', properties: Object.fromEntries(properties) as Json };
}

function jsonSchemaOf(schema: Joi.AnySchema): Json {
  return withoutExtensions(toJsonSchema(schema as Joi.Schema, 'open-api-3.1')) as Json;
}

/** Removes the pattern for x- names that the converter adds to every object. */
function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== '/^x-/' && key !== '$schema');
  return Object.fromEntries(
    kept
      .map(([key, inner]) => [key, withoutExtensions(inner)] as const)
      .filter(([key, inner]) => key !== 'patternProperties' || Object.keys(inner as object).length > 0),
  );
}
