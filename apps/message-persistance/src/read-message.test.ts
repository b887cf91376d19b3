import { sampleMessage } from './sample-message.fixture';
import { startMessagePersistance, type TestedMessagePersistance } from './start-message-persistance.fixture';

const read = (uuid: string) => `GET /message-persistance/api/v1/message/${uuid}`;
const noMessage = [404, { code: 404, resource: 'message', message: 'Not found' }];

let herald: TestedMessagePersistance;
beforeAll(async () => (herald = await startMessagePersistance()));
afterAll(() => herald?.stop());

const create = async (companies: '*' | number[]) => {
  const send = herald.as({ companies });
  return (await send('POST /message-persistance/api/v1/factory', { body: sampleMessage })).body.data;
};

describe('GET /message-persistance/api/v1/message/:uuid', () => {
  it('reads a message and its company', async () => {
    const message = await create([1]);
    const { status, body } = await herald.as({ companies: [1, 2] })(read(message.uuid));
    expect(status).toBe(200);
    const data = { ...message, company_id: '1' };
    expect(body).toEqual({ code: 200, resource: 'message', data, message: 'Found' });
  });

  it('answers the same for an unknown message, one of another company, and one of no company', async () => {
    const [own, none] = [await create([1]), await create('*')];
    const foreign = herald.as({ companies: [2] });
    for (const uuid of [own.uuid, none.uuid, 'nobody', '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10']) {
      const { status, body } = await foreign(read(uuid));
      expect([status, body]).toEqual(noMessage);
    }
    expect((await herald.as()(read(none.uuid))).body.data.company_id).toBeNull();
  });
});
