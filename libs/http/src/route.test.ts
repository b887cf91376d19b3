import { integer, list, object, optional, string } from '@herald/contracts';
import { created, pageOf, respondWith } from './returns';
import { route } from './route';

const base = { summary: 'A thing', scope: 'channels:write', resource: 'Thing', errors: {} } as const;
const thing = object({ id: integer(), name: optional(string()) });

it('gives a handler the types that its schemas declare', () => {
  const spec = route('POST /channels/things/:id/:kind', {
    ...base,
    params: { id: integer() },
    query: object({ tags: optional(list(string())) }),
    body: object({ name: string(), size: optional(integer()) }),
    device: ({ body }) => body.name,
    returns: created(thing),
    async handle({ params, query, body }) {
      const typed: [number, string, string[] | undefined, string, number | undefined] = [
        params.id,
        params.kind,
        query.tags,
        body.name,
        body.size,
      ];
      // @ts-expect-error The schema has no such field.
      if (body.nothing) return respondWith(202, 'Later', typed);
      return { id: params.id, name: body.name };
    },
  });
  expect([spec.method, spec.path, spec.idempotent, spec.resource]).toEqual([
    'POST',
    '/channels/things/:id/:kind',
    false,
    { success: 'Thing', error: 'Thing' },
  ]);
});

it('refuses handlers whose answer disagrees with what the route returns', () => {
  // @ts-expect-error The id is a number.
  route('GET /channels/text', { ...base, returns: created(thing), handle: async () => ({ id: 'one' }) });
  // @ts-expect-error A required field is missing.
  route('GET /channels/part', { ...base, returns: created(thing), handle: async () => ({ name: 'one' }) });
  // @ts-expect-error A page has a total.
  route('GET /channels/page', { ...base, returns: pageOf(thing), handle: async () => ({ data: [], page: 1 }) });
});
