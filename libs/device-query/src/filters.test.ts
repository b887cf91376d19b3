import { deviceFilters } from './filters';

const check = (filters: unknown) =>
  deviceFilters().validate(filters, { abortEarly: false, stripUnknown: { objects: true, arrays: false } });

describe('deviceFilters', () => {
  it.each([
    {},
    { brand: 'Acme', model: ['One', 'Two'], imei: '', emulator: 'false', 'apps.app_id': ['1', '2'] },
    { 'apps.tags.plan': 'gold', 'apps.tags.client type': ['a', ''] },
    {
      created_at: '2026-01-05',
      updated_at: ['2026-01-05', '2026-01-06T10:00:00.000Z'],
      'apps.created_at': '2026-01-05',
    },
    { status: true, search: ['abc', '123'], company_id: [1, '2'] },
  ])('accepts %j', (filters) => {
    expect(check(filters).error).toBeUndefined();
  });

  it('reads names of systems in lower case and companies as text', () => {
    expect(check({ system_name: 'Android', company_id: 7 }).value).toEqual({ system_name: 'android', company_id: '7' });
  });

  it.each([
    [{ brnad: 'Acme' }, 'brnad'],
    [{ $where: '1' }, '$where'],
    [{ brand: { $ne: 1 } }, 'brand'],
    [{ brand: [{ $ne: 1 }] }, 'brand'],
    [{ brand: 7 }, 'brand'],
    [{ brand: null }, 'brand'],
    [{ brand: [] }, 'brand'],
    [{ brand: Array.from({ length: 1001 }, String) }, 'brand'],
    [{ emulator: true }, 'emulator'],
    [{ emulator: 'perhaps' }, 'emulator'],
    [{ 'apps.app_id': 1 }, 'apps.app_id'],
    [{ 'apps.version': '1' }, 'apps.version'],
    [{ 'apps.tags': 'gold' }, 'apps.tags'],
    [{ 'apps.tags.$plan': 'gold' }, 'apps.tags.$plan'],
    [{ 'apps.tags.a.b': 'gold' }, 'apps.tags.a.b'],
    [{ 'apps.tags.plan': { $ne: 1 } }, 'apps.tags.plan'],
    [{ 'apps.tags.plan': 1 }, 'apps.tags.plan'],
    [{ status: 'old' }, 'status'],
    [{ search: 'ab' }, 'search'],
    [{ search: ['abc', 'ab'] }, 'search'],
    [{ created_at: '2026-02-30' }, 'created_at'],
    [{ created_at: ['2026-01-01', '2026-01-02', '2026-01-03'] }, 'created_at'],
    [{ created_at: { $gt: '' } }, 'created_at'],
  ])('refuses %j', (filters, name) => {
    const { error } = check(filters);
    expect(error?.details.map(({ path }) => path[0])).toContain(name);
  });
});

it('accepts at most 100 filters, and validates none of more', () => {
  const tags = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`apps.tags.t${at}`, 'x']));
  expect(deviceFilters().validate(tags(100)).error).toBeUndefined();
  expect(deviceFilters().validate(tags(101)).error?.message).toBe('must hold at most 100 filters');
  const wrong = Object.fromEntries(Object.keys(tags(40_000)).map((name) => [name, { $ne: 1 }]));
  expect(deviceFilters().validate(wrong, { abortEarly: false }).error?.details).toHaveLength(1);
});
