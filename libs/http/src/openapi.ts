import { failureBody, successBody, type Family, type ServiceName } from '@herald/envelopes';
import type Joi from 'joi';
import toJsonSchema from 'joi-to-json';
import { waysTo } from './create-app';
import type { Route } from './route';
import { paramsSchema } from './validate';

type Json = Record<string, unknown>;
export type Documented = { name: ServiceName; summary: string; family: Family; routes: Route<never>[] };

const usualErrors: Record<number, string> = {
  401: 'No valid token',
  403: 'The token does not hold the scope, the company or the device',
  422: 'A field is missing or wrong',
  429: 'Too many requests',
  500: 'Unforeseen',
  503: 'Something this needs is down; Retry-After says when to come again',
};

/** The OpenAPI 3.1 document of services, made of their routes' own schemas. */
export function openApiOf(services: Documented[], version: string): Json {
  const paths: Record<string, Json> = Object.create(null);
  for (const { name, family, routes } of services)
    for (const route of routes)
      for (const { method, path } of waysTo(route)) {
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
    ...(route.opens ? { security: [{}] } : {}),
    operationId: `${method} ${path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    description: [route.description, accessOf(route)].filter(Boolean).join(' '),
    parameters: [
      ...parametersIn('path', paramsSchema(route), route.example?.params),
      ...(route.query ? parametersIn('query', route.query, route.example?.query) : []),
      ...(route.fields ? [fieldsParameter] : []),
      ...(route.idempotent ? [idempotencyParameter] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...successesOf(route, family), ...failuresOf(route, family) },
  };
}

function accessOf({ scope, device, opens }: Route<never>): string {
  if (opens) return 'Opened by a signed link, not by a token.';
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
  description: 'A repeat with the same key within 24 hours gets the first answer and does nothing twice',
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

function bodyOf({ body, upload, example }: Route<never>): Json | undefined {
  if (!body && !upload) return undefined;
  const schema = body ? jsonSchemaOf(body) : { type: 'object' };
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

const nextSchema = { type: ['string', 'null'], description: 'Where the walk goes on; null at its end' };

function successesOf({ returns, also = {}, resource, noun = 'data' }: Route<never>, family: Family): Json {
  const { status, message, kind, shape, walked } = returns;
  const others = Object.fromEntries(Object.entries(also).map(([code, description]) => [code, { description }]));
  if (kind === 'file')
    return {
      [status]: { description: 'The bytes of the file', content: { 'application/octet-stream': {} } },
      ...others,
    };
  const data = shape ? jsonSchemaOf(shape) : {};
  const next = walked ? { next: null } : {};
  const paging = { page: { page: 1, per_page: 20, total: 1, ...next }, count: { total: 1 } }[kind as string];
  const sample = { code: status, resource, noun, message, data: kind === 'count' ? undefined : null, paging };
  const schema =
    kind === 'bare' ? data : envelopeSchema(successBody(family, sample), { data, [noun]: data, next: nextSchema });
  return { [status]: { description: message || 'Ok', content: { 'application/json': { schema } } }, ...others };
}

function failuresOf(route: Route<never>, family: Family): Json {
  const { 429: limited, ...usual } = usualErrors;
  const all = { ...usual, ...(route.rateLimits ? { 429: limited } : {}), ...route.errors };
  const { resource } = route;
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

/** The schema of an envelope, read off a sample of it. */
function envelopeSchema(sample: object, known: Json): Json {
  const sent = Object.entries(sample).filter(([, value]) => value !== undefined);
  const properties = sent.map(([key, value]) => {
    const constant = typeof value === 'boolean' || key === 'code' || (typeof value === 'string' && value !== '');
    const type = typeof value === 'number' ? 'integer' : typeof value;
    return [key, known[key] ?? (constant ? { const: value } : { type })];
  });
  return { type: 'object', properties: Object.fromEntries(properties) as Json };
}

function jsonSchemaOf(schema: Joi.Schema): Json {
  return withoutExtensions(toJsonSchema(schema, 'open-api-3.1')) as Json;
}

/** The converter adds a pattern for x- names to every object, which says nothing of ours. */
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
