import { eventually } from '@herald/testing';
import { isForbidden, startChannels, type TestedChannels } from './start-channels.fixture';

const create = 'POST /channels/v1/channels';
const data_source = { source: 'messages', id_1_name: 'message_id', id_1: 'm1', id_2_name: 'segment_id', id_2: 's1' };
const offers = {
  company_id: '1',
  app_id: '7',
  name: 'Offers',
  message_type: 'banner',
  logged_required: true,
  data_source,
};
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
const times = { created_at: moment, updated_at: moment };

let herald: TestedChannels;
beforeEach(async () => (herald = await startChannels()));
afterEach(() => herald?.stop());

const count = () => herald.stored('channels').countDocuments();
const failure = (errors: object) => [422, { code: 422, resource: 'Channel', message: 'Fail', errors }];
const send = async (body: unknown) => {
  const answer = await herald.as()(create, { body });
  return [answer.status, answer.body];
};

describe(create, () => {
  it('creates a channel and logs the write', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await herald.as({ companies: [1] })(create, { body: offers });
    expect(status).toBe(201);
    const { logged_required, ...shown } = offers;
    const data = { ...shown, uuid: body.data.uuid, data_source: { ...data_source, ...times }, ...times };
    expect(body).toEqual({ code: 201, resource: 'Channel', data, message: 'Created' });
    const { uuid } = body.data;
    expect(await herald.stored('channels').findOne({ uuid })).toMatchObject({ name: 'Offers', logged_required });
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'create', result: true, resource_id: uuid, company_id: '1' });
  });

  it('accepts a channel without its optional fields', async () => {
    const { source, id_1_name, id_1 } = data_source;
    const body = { company_id: 1, name: 'Offers', message_type: 'banner', data_source: { source, id_1_name, id_1 } };
    const [status, answer] = await send(body);
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({ company_id: '1', app_id: null, data_source: { id_2: null, id_2_name: null } });
    expect(await herald.stored('channels').findOne()).toMatchObject({ logged_required: false });
  });

  it.each([undefined, null, '', ' '])('refuses each required field that is blank: %j', async (blank) => {
    const message = ["can't be blank"];
    const nested = { source: blank, id_1_name: blank, id_1: blank };
    expect(await send({ company_id: blank, name: blank, message_type: blank, data_source: nested })).toEqual(
      failure({
        company_id: message,
        name: message,
        message_type: message,
        'data_source.source': message,
        'data_source.id_1_name': message,
        'data_source.id_1': message,
      }),
    );
    expect(await count()).toBe(0);
  });

  it('requires a data source', async () => {
    for (const blank of [undefined, null])
      expect(await send({ ...offers, data_source: blank })).toEqual(failure({ data_source: ["can't be blank"] }));
  });

  it.each([
    ['company_id', { $ne: 1 }],
    ['company_id', 'one'],
    ['app_id', ['7']],
    ['name', 7],
    ['message_type', { $ne: 1 }],
    ['logged_required', 'maybe'],
    ['data_source', 'messages'],
    ['data_source', [data_source]],
    ['data_source.id_1', { ...data_source, id_1: { $ne: 1 } }],
    ['data_source.id_2', { ...data_source, id_2: 'x'.repeat(257) }],
  ])('refuses %s = %j', async (field, value) => {
    const [status, body] = await send({ ...offers, [field.split('.')[0]!]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await count()).toBe(0);
  });

  it('refuses a company that does not exist, and one that the token does not hold', async () => {
    expect(await send({ ...offers, company_id: 99 })).toEqual(failure({ company_id: ['is not valid'] }));
    const foreign = await herald.as({ companies: [2] })(create, { body: offers });
    expect([foreign.status, foreign.body]).toEqual(isForbidden);
    expect(await count()).toBe(0);
  });

  it('answers 503 with Retry-After while the company service is down', async () => {
    await herald.company.stop();
    const { status, headers } = await herald.as()(create, { body: offers });
    expect([status, headers.get('retry-after'), await count()]).toEqual([503, '5', 0]);
  });
});
