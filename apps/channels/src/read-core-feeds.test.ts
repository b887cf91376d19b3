import { randomUUID } from 'node:crypto';
import { isForbidden, startChannels, type TestedChannels } from './start-channels.fixture';

const list = 'GET /channels/v1/core_feed';
const feeds = ['1', '2', '1', '1'].map((company_id, at) => ({
  uuid: randomUUID(),
  company_id,
  name: `feed ${at}`,
  created_at: new Date(Date.UTC(2026, 0, at + 1)),
  updated_at: new Date(),
}));

let herald: TestedChannels;
beforeAll(async () => {
  herald = await startChannels();
  await herald.stored('core_feeds').insertMany(feeds.map((feed) => ({ ...feed })));
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

describe(`${list}/:uuid`, () => {
  const read = (uuid: string) => herald.as({ companies: [1] })(`${list}/${uuid}`);

  it('reads a feed of a company that the token holds', async () => {
    const { uuid, company_id, name, created_at } = feeds[0]!;
    const { status, body } = await read(uuid);
    const data = { uuid, company_id, name, created_at: created_at.toISOString() };
    expect([status, body]).toEqual([200, { code: 200, resource: 'CoreFeed', data, message: 'Found' }]);
  });

  it('answers the same for an unknown feed and for one of another company', async () => {
    for (const uuid of [feeds[1]!.uuid, randomUUID(), '$ne']) {
      const { status, body } = await read(uuid);
      expect([status, body]).toEqual([404, { code: 404, resource: 'Core_feed', message: 'Not found' }]);
    }
  });
});
