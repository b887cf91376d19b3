import { randomUUID } from 'node:crypto';
import { startChannels, type TestedChannels } from './start-channels.fixture';
import { storedChannels } from './stored-channels.fixture';

let herald: TestedChannels;
beforeAll(async () => {
  herald = await startChannels();
  await herald.stored('channels').insertMany(storedChannels.map((channel) => ({ ...channel })));
});
afterAll(() => herald?.stop());

describe('GET /channels/v1/channels/:uuid', () => {
  const read = (uuid: string) => herald.as({ companies: [1] })(`GET /channels/v1/channels/${uuid}`);

  it('reads a channel of a company that the token holds', async () => {
    const { status, body } = await read(storedChannels[0]!.uuid);
    const { data_source } = storedChannels[0]!;
    const data = { ...storedChannels[0]!, data_source: { ...data_source, id_2: null, id_2_name: null } };
    expect([status, body.resource, body.message]).toEqual([200, 'Channel', 'Found']);
    expect(body.data).toEqual(JSON.parse(JSON.stringify(data)));
  });

  it('answers the same for an unknown channel and for one of another company', async () => {
    for (const uuid of [storedChannels[1]!.uuid, randomUUID(), '$ne']) {
      const { status, body } = await read(uuid);
      expect([status, body]).toEqual([404, { code: 404, resource: 'Channel', message: 'Not found' }]);
    }
  });
});
