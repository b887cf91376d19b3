import { deviceQueryOf, filtersOfQuery, parseDeviceSearch } from './filters';

it('takes filters of devices and tags from the address, and no other names', () => {
  const sent = { brand: 'Acme', 'apps.tags.plan': ['gold', 'silver'], 'apps.tags.': 'x', $where: '1', company: 2 };
  expect(parseDeviceSearch(sent)).toEqual({ brand: 'Acme', 'apps.tags.plan': ['gold', 'silver'], company: 2 });
});

it('asks the search with the types that it takes, and reads a segment back', () => {
  const filters = {
    status: ['true'],
    emulator: ['false'],
    model: ['A', 'B'],
    updated_at: ['2026-01-01', '2026-02-01'],
  };
  const query = deviceQueryOf(filters);
  expect(query).toEqual({ ...filters, status: true, emulator: 'false' });
  expect(filtersOfQuery(query)).toEqual(filters);
});
