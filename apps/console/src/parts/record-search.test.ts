import { filtersOf, namedFilters, searchOf } from './record-search';

const parse = namedFilters(['brand', 'system_version']);

it('keeps filters, the company, the page and the live tail, and nothing else', () => {
  const sent = { brand: ['Acme', 'Globex'], system_version: 35, company: 2, page: 3, live: true, other: 'x' };
  const read = parse(sent);
  expect(read).toEqual({ brand: ['Acme', 'Globex'], system_version: '35', company: 2, page: 3, live: true });
  expect(filtersOf(read)).toEqual({ brand: ['Acme', 'Globex'], system_version: ['35'] });
});

it.each([[{ company: 'x', page: 1, live: 'yes', brand: '' }], [{ company: -1, page: 1.5, brand: [] }]])(
  'leaves out what has no sense in %j',
  (sent) => {
    expect(parse(sent)).toEqual({});
  },
);

it('writes one value alone and several as a list', () => {
  expect(searchOf({ brand: ['Acme'], model: ['A', 'B'], imei: [] })).toEqual({ brand: 'Acme', model: ['A', 'B'] });
});
