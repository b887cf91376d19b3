import { number, object } from '@herald/contracts';
import { readCursor, writeCursor } from './cursor';
import { openApiOf } from './openapi';
import { walking } from './paging';
import { pageOf } from './returns';
import { route } from './route';

const id = '64f0c0ffee64f0c0ffee0001';
const query = object(walking({ perPage: 50, max: 10_000 }));

it.each([0, 1, 35, 1_000_000, 2 ** 40])('a cursor brings %i back', (total) => {
  const written = writeCursor({ id, total });
  expect(readCursor(written)).toEqual({ id, total });
  expect(query.validate({ after: written }).error).toBeUndefined();
});

it.each(['', 'x', id, `${id}-`, `${id.toUpperCase()}-1`, `${id}-1\n`, `${id}-${'z'.repeat(9)}`])(
  '%j is no cursor',
  (sent) => {
    expect(readCursor(sent)).toBeUndefined();
    expect(query.validate({ after: sent }).error === undefined).toBe(sent === '');
  },
);

it('lets nobody name a page and a place at once', () => {
  expect(query.validate({ page: 2 }).value).toEqual({ page: 2, per_page: 50 });
  expect(query.validate({ after: '' }).value).toEqual({ page: 1, per_page: 50, after: '' });
  expect(query.validate({ after: '', page: '1' }).value).toEqual({ page: 1, per_page: 50, after: '' });
  expect(query.validate({ after: '', page: 2 }).error!.message).toContain('must not stand beside after');
});

it('documents where a walked list goes on, and that of no other', () => {
  const things = (walked: boolean) =>
    route('GET /channels/things', {
      ...{ summary: 'x', scope: 'channels:read' as const, resource: 'Thing', errors: {} },
      query,
      returns: pageOf(object({ id: number() }), { walked }),
      handle: async () => ({ data: [], page: 1, per_page: 50, total: 0 }),
    });
  const documented = (walked: boolean) =>
    JSON.stringify(
      openApiOf(
        [{ name: 'channels', summary: '', family: 'A', routes: [{ ...things(walked), name: 'listThings' } as never] }],
        '1',
      ),
    );
  expect(documented(true)).toContain('"next":{"type":["string","null"]');
  expect(documented(true)).toContain('"name":"after","in":"query","required":false');
  expect(documented(false)).not.toContain('"next"');
});
