import { mongoFilterOf } from './mongo-filter';

const now = new Date('2026-03-31T12:00:00.000Z');
const day = (date: string) => ({ $gte: new Date(`${date}T00:00:00.000Z`), $lte: new Date(`${date}T23:59:59.999Z`) });

describe('mongoFilterOf', () => {
  it.each([
    [{}, {}],
    [{ brand: 'Acme' }, { brand: 'Acme' }],
    [{ brand: ['Acme'] }, { brand: 'Acme' }],
    [{ brand: ['Acme', 'Globex', 'Acme'] }, { brand: { $in: ['Acme', 'Globex'] } }],
    [{ emulator: 'false' as const }, { emulator: false }],
    [{ created_at: '2026-01-05' }, { created_at: day('2026-01-05') }],
    [
      { updated_at: ['2026-01-05', '2026-01-06'] },
      { updated_at: { $gte: day('2026-01-05').$gte, $lte: day('2026-01-06').$lte } },
    ],
    [{ status: true }, { updated_at: { $gte: new Date('2026-02-28T12:00:00.000Z') } }],
    [{ status: false }, { updated_at: { $lt: new Date('2026-02-28T12:00:00.000Z') } }],
    [{ status: [true, false] }, {}],
    [{ search: 'AbC' }, { trigrams: 'abc' }],
    [{ 'apps.app_id': '1' }, { 'apps.app_id': '1' }],
    [{ 'apps.tags.plan': 'gold' }, { app_keys: '["plan","gold"]' }],
    [
      { 'apps.app_id': '1', 'apps.tags.plan': ['a', 'b'] },
      { app_keys: { $in: ['["1","plan","a"]', '["1","plan","b"]'] } },
    ],
  ])('of %j is %j', (filters, expected) => {
    expect(mongoFilterOf(filters, now)).toEqual(expected);
  });

  it('escapes a search, and looks up few of its trigrams', () => {
    const filter = mongoFilterOf({ search: 'a.c*d-e(f)ghijklmnop' }) as { trigrams: { $all: string[] } };
    expect(filter.trigrams.$all.length).toBeLessThanOrEqual(4);
    const literally = { $regex: 'a\\.c\\*d\\-e\\(f\\)ghijklmnop', $options: 'i' };
    expect(filter).toMatchObject({ $or: [{ core_id: literally }, { imei: literally }] });
  });

  it('requires all conditions on an app of the same entry', () => {
    expect(mongoFilterOf({ 'apps.tags.a': 'x', 'apps.tags.b': 'y' })).toEqual({
      $and: [
        { app_keys: '["a","x"]' },
        { app_keys: '["b","y"]' },
        { apps: { $elemMatch: { 'tags.a': 'x', 'tags.b': 'y' } } },
      ],
    });
    expect(mongoFilterOf({ 'apps.app_id': '1', 'apps.created_at': '2026-01-05' })).toEqual({
      $and: [
        { app_keys: 'created_at 2026-01-05' },
        { apps: { $elemMatch: { app_id: '1', created_at: day('2026-01-05') } } },
      ],
    });
  });

  it('finds whole days of an app by their keys alone', () => {
    expect(mongoFilterOf({ 'apps.updated_at': ['2026-01-31', '2026-02-01'] })).toEqual({
      app_keys: { $in: ['updated_at 2026-01-31', 'updated_at 2026-02-01'] },
    });
    const moments = mongoFilterOf({ 'apps.updated_at': ['2026-01-31', '2026-02-01T10:00:00.000Z'] });
    expect(moments).toMatchObject({ $and: [{ app_keys: {} }, { apps: { $elemMatch: {} } }] });
    const years = mongoFilterOf({ 'apps.updated_at': ['2020-01-01', '2026-01-01'] });
    expect(years).toMatchObject({ apps: { $elemMatch: {} } });
  });

  it('looks up a bounded number of keys', () => {
    const many = Array.from({ length: 1000 }, String);
    const filter = JSON.stringify(
      mongoFilterOf({ 'apps.app_id': many, 'apps.tags.plan': many, 'apps.updated_at': ['2020-01-01', '2026-01-01'] }),
    );
    expect(filter.length).toBeLessThan(60_000);
    expect(filter).toContain('$elemMatch');
  });
});
