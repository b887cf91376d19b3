import { searchKeysOf } from './search-keys';

describe('searchKeysOf', () => {
  it('holds tags with and without their app, days, and trigrams in lower case', () => {
    const at = new Date('2026-01-05T23:59:59.999Z');
    const apps = [{ app_id: '1', tags: { plan: 'gold' }, created_at: at, updated_at: at }];
    expect(searchKeysOf({ core_id: 'ABCD', imei: '12', apps })).toEqual({
      app_keys: ['["plan","gold"]', '["1","plan","gold"]', 'created_at 2026-01-05', 'updated_at 2026-01-05'],
      trigrams: ['abc', 'bcd'],
    });
  });
});
