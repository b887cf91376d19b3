import { failureBody, successBody, type Family } from '@herald/contracts';
import { jsonSchemaOf, type Json } from './json-schema';
import type { Route } from './route';

const usualErrors: Record<number, string> = {
  401: 'No valid token',
  403: 'The token does not hold the scope, the company or the device',
  422: 'A field is missing or wrong',
  500: 'Unhandled error',
  503: 'A dependency is down; retry after Retry-After',
};

const csvDescription =
  'RFC 4180 in UTF-8 with a byte order mark, a line for each record after one of names. ' +
  'Text that a spreadsheet would run as a formula has an apostrophe before it.';

const eventsDescription =
  'Server-sent events, each with this JSON as its data. The stream ends with the token, and when the service stops.';

const nextSchema = { type: ['string', 'null'], description: 'Cursor of the next page; null at the end' };

/** The successes of a route by status. */
export function successesOf({ returns, resource }: Route<never>, family: Family): Json {
  const { status, message, kind, shape, walked, envelopeKey = 'data' } = returns;
  const others = Object.fromEntries(
    Object.entries(returns.others ?? {}).map(([code, description]) => [code, { description }]),
  );
  if (kind === 'file')
    return {
      [status]: { description: 'The bytes of the file', content: { 'application/octet-stream': {} } },
      ...others,
    };
  if (kind === 'csv')
    return {
      [status]: { description: csvDescription, content: { 'text/csv': { schema: { type: 'string' } } } },
      ...others,
    };
  if (kind === 'events')
    return {
      [status]: { description: eventsDescription, content: { 'text/event-stream': { schema: jsonSchemaOf(shape!) } } },
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

/** The failures of a route by status. */
export function failuresOf(route: Route<never>, family: Family): Json {
  const guarded = route.guards.map(({ errors }) => errors);
  const all: Record<number, string> = Object.assign({}, usualErrors, ...guarded, route.errors);
  return Object.fromEntries(
    Object.entries(all).map(([code, description]) => {
      const schema = { $ref: `#/components/schemas/${failureName(family, isBare(Number(code)))}` };
      return [code, { description, content: { 'application/json': { schema } } }];
    }),
  );
}

/** The failures of these families, which all routes of a family share. */
export function failureSchemas(families: Family[]): Json {
  const kinds = [...new Set(families)].flatMap((family) => [true, false].map((bare) => ({ family, bare })));
  return Object.fromEntries(kinds.map(({ family, bare }) => [failureName(family, bare), failureSchema(family, bare)]));
}

const isBare = (status: number): boolean => status === 401 || status === 403;
const failureName = (family: Family, bare: boolean): string =>
  bare && family === 'A' ? 'RefusalA' : `Failure${family}`;

function failureSchema(family: Family, bare: boolean): Json {
  const sample = failureBody(family, { code: 0, resource: '', message: '', errors: '', bare });
  return envelopeSchema(sample, { code: { type: 'integer' }, errors: errorsSchema, error: errorsSchema });
}

const errorsSchema = { anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array', items: { type: 'object' } }] };

/** What an envelope holds in some answers only: `next` in those of a walk. */
const sometimes = ['next', 'errors'];

/** The schema of an envelope, derived from a sample. */
function envelopeSchema(sample: object, known: Json): Json {
  const sent = Object.entries(sample).filter(([, value]) => value !== undefined);
  const properties = sent.map(([key, value]) => {
    const constant = typeof value === 'boolean' || key === 'code' || (typeof value === 'string' && value !== '');
    const type = typeof value === 'number' ? 'integer' : typeof value;
    return [key, known[key] ?? (constant ? { type, const: value } : { type })];
  });
  const required = sent.map(([key]) => key).filter((key) => !sometimes.includes(key));
  return { type: 'object', properties: Object.fromEntries(properties) as Json, required };
}
