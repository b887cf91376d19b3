import { randomUUID } from 'node:crypto';
import { startChannels, type TestedChannels } from './start-channels.fixture';
import { storedFeeds } from './stored-feeds.fixture';

let herald: TestedChannels;
beforeAll(async () => {
  herald = await startChannels();
  await herald.stored('core_feeds').insertMany(storedFeeds.map((feed) => ({ ...feed })));
});
afterAll(() => herald?.stop());

describe('GET /channels/v1/core_feed/:uuid', () => {
  const read = (uuid: string) => herald.as({ companies: [1] })(`GET /channels/v1/core_feed/${uuid}`);

  it('reads a feed of a company that the token holds', async () => {
    const { uuid, company_id, name, created_at } = storedFeeds[0]!;
    const { status, body } = await read(uuid);
    const data = { uuid, company_id, name, created_at: created_at.toISOString() };
    expect([status, body]).toEqual([200, { code: 200, resource: 'CoreFeed', data, message: 'Found' }]);
  });

  it('answers the same for an unknown feed and for one of another company', async () => {
    for (const uuid of [storedFeeds[1]!.uuid, randomUUID(), '$ne']) {
      const { status, body } = await read(uuid);
      expect([status, body]).toEqual([404, { code: 404, resource: 'Core_feed', message: 'Not found' }]);
    }
  });
});
