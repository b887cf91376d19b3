import { isForbidden, startChannels, type TestedChannels } from './start-channels.fixture';
import { storedFeeds } from './stored-feeds.fixture';

const list = 'GET /channels/v1/core_feed';

let herald: TestedChannels;
beforeAll(async () => {
  herald = await startChannels();
  await herald.stored('core_feeds').insertMany(storedFeeds.map((feed) => ({ ...feed })));
});
afterAll(() => herald?.stop());

const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe(list, () => {
  it('lists feeds page by page, newest first', async () => {
    const { status, body } = await herald.as()(list, { query: { per_page: 3 } });
    expect([status, names(body)]).toEqual([200, ['feed 3', 'feed 2', 'feed 1']]);
    expect(body).toMatchObject({ code: 200, resource: 'CoreFeed', message: 'Found', page: 1, per_page: 3, total: 4 });
    expect(names((await herald.as()(list, { query: { per_page: 3, page: 2 } })).body)).toEqual(['feed 0']);
  });

  it('shows a token the feeds of its companies only', async () => {
    const { body } = await herald.as({ companies: [1, 7] })(list);
    expect([names(body), body.total]).toEqual([['feed 3', 'feed 2', 'feed 0'], 3]);
    const ours = await herald.as({ companies: [1, 2] })(list, { query: { company_id: 2 } });
    expect(names(ours.body)).toEqual(['feed 1']);
    const foreign = await herald.as({ companies: [2] })(list, { query: { company_id: 1 } });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
  });

  it.each(['company_id=x', 'company_id=1&company_id=2', 'page=0', 'per_page=1001'])('refuses %s', async (query) => {
    const { status, body } = await herald.as()(`${list}?${query}`);
    expect([status, body.resource, Object.keys(body.errors)]).toEqual([422, 'Core_feed', [query.split('=')[0]]]);
  });
});
