import { gold, segments } from './segment.fixture';
import { noSegment, startMessagePersistance, type TestedMessagePersistance } from './start-message-persistance.fixture';

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const create = (body: object, companies: '*' | number[] = '*') =>
  herald.as({ companies })(`POST ${segments}`, { body });
const created = async (body: object = gold) => (await create(body)).body.data;

describe(`GET ${segments}/:segment_uuid`, () => {
  it('reads a segment, and answers the same for an unknown one and one of another company', async () => {
    const segment = await created();
    const { status, body } = await herald.as({ companies: [1] })(`GET ${segments}/${segment.uuid}`);
    expect([status, body.message, body.data]).toEqual([200, 'Found', segment]);
    for (const uuid of [segment.uuid, 'nobody']) {
      const foreign = await herald.as({ companies: [2, 3] })(`GET ${segments}/${uuid}`);
      expect([foreign.status, foreign.body]).toEqual(noSegment);
    }
  });
});
