import type { Family, ServiceName } from '@herald/contracts';
import type Joi from 'joi';
import { pathsOf } from './create-app';
import { isOpenToLinks } from './guards';
import { jsonSchemaOf, type Json } from './json-schema';
import { failureSchemas, failuresOf, successesOf } from './openapi-answers';
import type { NamedRoute, Route } from './route';
import { paramsSchema } from './validate';

export type Documented = { name: ServiceName; summary: string; family: Family; routes: NamedRoute<never>[] };

/** What people do with each service, in the order in which they do it: the groups of the documentation. */
const tasks: Record<ServiceName, string> = {
  company: 'Set up companies and apps',
  'core-idp': 'Register users',
  identification: 'Register devices and persons',
  sapien: 'Read identity cards',
  index: 'Find devices and persons',
  'message-persistance': 'Write messages, choose devices',
  campaigns: 'Send campaigns',
  notifications: 'Push to one device, follow deliveries',
  channels: 'Keep channels and feeds',
  chronos: 'Keep files',
  audit: 'Keep and search audit records',
  events: 'See who changed what',
};

/** The OpenAPI 3.1 document of services, generated from their routes' schemas. */
export function openApiOf(services: Documented[], version: string): Json {
  const paths: Record<string, Json> = Object.create(null);
  for (const { name, family, routes } of services)
    for (const route of routes)
      for (const [at, { method, path }] of pathsOf(route).entries()) {
        const key = path.replace(/:(\w+)/g, '{$1}');
        const operationId = operationIdOf(route, at);
        (paths[key] ??= {})[method.toLowerCase()] = operationOf(route, { name, family, operationId });
      }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Herald',
      version,
      description:
        'Mobile identity and messaging, self-hosted. Every request needs a bearer token: press Authorize and paste one. ' +
        'The link that `npm start` prints brings a token for development.',
      contact: { name: 'The operators of this installation' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Herald' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tasks).flatMap(([service, name]) => {
      const documented = services.find((one) => one.name === service);
      return documented ? { name, description: documented.summary } : [];
    }),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: failureSchemas(services.map(({ family }) => family)),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** A route's own path comes first, then its aliases. */
const operationIdOf = ({ name }: NamedRoute<never>, at: number): string =>
  `${name}${at > 0 ? 'Alias' : ''}${at > 1 ? at : ''}`;

type Place = { name: ServiceName; family: Family; operationId: string };

function operationOf(route: Route<never>, { name, family, operationId }: Place): Json {
  const body = bodyOf(route);
  return {
    tags: [tasks[name]],
    summary: route.summary,
    ...(isOpenToLinks(route) ? { security: [{}] } : {}),
    operationId,
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
    ...(name in examples ? { example: exampleOf(property, examples[name]) } : {}),
  }));
}

/** Examples of path variables are text, as in the path. */
const exampleOf = (property: unknown, example: unknown): unknown =>
  (property as Json).type === 'integer' ? Number(example) : example;

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
