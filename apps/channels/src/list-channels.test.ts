import { isForbidden, startChannels, type TestedChannels } from './start-channels.fixture';
import { storedChannels } from './stored-channels.fixture';

const list = 'GET /channels/v1/channels';

let herald: TestedChannels;
beforeAll(async () => {
  herald = await startChannels();
  await herald.stored('channels').insertMany(storedChannels.map((channel) => ({ ...channel })));
});
afterAll(() => herald?.stop());

const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe(list, () => {
  it('lists channels page by page, newest first', async () => {
    const { status, body } = await herald.as()(list, { query: { per_page: 3 } });
    expect([status, names(body)]).toEqual([200, ['channel 3', 'channel 2', 'channel 1']]);
    expect(body).toMatchObject({ code: 200, resource: 'Channel', message: 'Found', page: 1, per_page: 3, total: 4 });
    expect(names((await herald.as()(list, { query: { per_page: 3, page: 2 } })).body)).toEqual(['channel 0']);
  });

  it.each([
    [{ company_id: 1 }, [3, 2, 0]],
    [{ app_id: 7 }, [1, 0]],
    [{ company_id: 1, app_id: 7 }, [0]],
    [{ app_id: 'none' }, []],
  ] as [Record<string, string | number>, number[]][])('filters by %j', async (query, expected) => {
    const { body } = await herald.as()(list, { query });
    expect([names(body), body.total]).toEqual([expected.map((at) => `channel ${at}`), expected.length]);
  });

  it('shows a token the channels of its companies only', async () => {
    const mine = herald.as({ companies: [1] });
    expect(names((await mine(list, { query: { app_id: 7 } })).body)).toEqual(['channel 0']);
    const foreign = await mine(list, { query: { company_id: 2 } });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
  });

  it.each(['company_id=x', 'app_id=1&app_id=2', 'page=x', 'per_page=0'])('refuses %s', async (query) => {
    const { status, body } = await herald.as()(`${list}?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });
});
