import { eventually } from '@herald/testing';
import { isForbidden, startChannels, type TestedChannels } from './start-channels.fixture';

const create = 'POST /channels/v1/core_feed';
const news = { company_id: 1, name: 'News' };

let herald: TestedChannels;
beforeEach(async () => (herald = await startChannels()));
afterEach(() => herald?.stop());

const count = () => herald.stored('core_feeds').countDocuments();
const failure = (errors: object) => [422, { code: 422, resource: 'Core_feed', message: 'Fail', errors }];
const send = async (body: unknown) => {
  const answer = await herald.as()(create, { body });
  return [answer.status, answer.body];
};

describe(create, () => {
  it('creates a core feed and logs the write', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(create, {
      body: { ...news, name: ' News ', more: 1 },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      code: 201,
      resource: 'CoreFeed',
      data: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        company_id: '1',
        name: 'News',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      },
      message: 'Created',
    });
    const { uuid } = body.data;
    expect(await herald.stored('core_feeds').findOne({ uuid })).toMatchObject({ company_id: '1', name: 'News' });
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'create', result: true, resource_id: uuid, company_id: '1' });
  });

  it('accepts a company id as text, and a name twice', async () => {
    for (const company_id of ['1', 1]) expect((await send({ ...news, company_id }))[0]).toBe(201);
    expect(await count()).toBe(2);
  });

  it.each([undefined, null, '', ' \t '])('refuses blank fields: %j', async (blank) => {
    const message = ["can't be blank"];
    expect(await send({ ...news, name: blank })).toEqual(failure({ name: message }));
    expect(await send({ ...news, company_id: blank })).toEqual(failure({ company_id: message }));
    expect(await send({ company_id: blank, name: blank })).toEqual(failure({ company_id: message, name: message }));
    expect(await count()).toBe(0);
  });

  it('treats a missing body, or one that is not an object, as all blank', async () => {
    const both = failure({ company_id: ["can't be blank"], name: ["can't be blank"] });
    expect([await send(undefined), await send([news])]).toEqual([both, both]);
  });

  it.each([
    ['company_id', { $ne: 1 }],
    ['company_id', [1]],
    ['company_id', 1.5],
    ['company_id', 'one'],
    ['name', { $ne: 1 }],
    ['name', ['News']],
    ['name', 7],
    ['name', 'x'.repeat(257)],
  ])('refuses %s = %j', async (field, value) => {
    const [status, body] = await send({ ...news, [field]: value });
    expect([status, body.resource, Object.keys(body.errors)]).toEqual([422, 'Core_feed', [field]]);
    expect(await count()).toBe(0);
  });

  it('refuses a company that does not exist, and one that the token does not hold', async () => {
    expect(await send({ ...news, company_id: 99 })).toEqual(failure({ company_id: ['is not valid'] }));
    const foreign = await herald.as({ companies: [2] })(create, { body: news });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
    expect(await count()).toBe(0);
  });

  it('answers 503 with Retry-After while the company service is down', async () => {
    await herald.company.stop();
    const { status, headers, body } = await herald.as()(create, { body: news });
    expect([status, headers.get('retry-after'), body.resource]).toEqual([503, '5', 'Core_feed']);
    expect(await count()).toBe(0);
  });
});
