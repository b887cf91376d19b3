import { parseCampaignSearch, parseTargetSearch } from './search';

it.each([
  [
    { company: 2, search: 'cards', state: 'active', page: 3 },
    { company: 2, search: 'cards', state: 'active', page: 3 },
  ],
  [{ company: 'x', search: '', state: 'none', page: 1 }, {}],
  [{ company: -1, search: 42, page: 1.5 }, { search: '42' }],
  [{ page: 'two' }, {}],
])('reads the filters of %j', (sent, expected) => {
  expect(parseCampaignSearch(sent)).toEqual(expected);
});

it.each([
  [
    { status: 'fails', page: 2 },
    { status: 'fails', page: 2 },
  ],
  [{ status: 'lost', page: 0 }, {}],
  [{ reason: 404 }, { reason: '404' }],
  [{ reason: 'gone', status: 'sended' }, { status: 'sended' }],
])('reads the state of devices of %j', (sent, expected) => {
  expect(parseTargetSearch(sent)).toEqual(expected);
});
