import { startForTest, subjectRequests, type RequestOptions, type Tested } from '@herald/testing';
import { person, phones, registerPersons, values } from './person-data.fixture';
import { allServices } from './services';

/** No route tells a caller without `privacy:read` anything of a blocked person. Each route is in one of these lists. */
const [phone] = phones;

type Ids = Record<'campaign' | 'message' | 'person' | 'identity' | 'another' | 'segment' | 'file' | 'card', string>;
type Ask = RequestOptions & { path: string };

/** Requests for what is known of the person, by route. Each answers with something of the person where it may. */
const telling: Record<string, (ids: Ids) => Ask> = {
  searchRecords: () => ({ path: 'POST /audit/api/v1/audit/search', body: { application: 'wallet' } }),
  exportRecords: () => ({ path: 'POST /audit/api/v1/audit/search.csv', body: { application: 'wallet' } }),
  listTargets: ({ campaign }) => ({ path: `GET /campaigns/api/v1/campaign/${campaign}/notification` }),
  exportTargets: ({ campaign }) => ({ path: `GET /campaigns/api/v1/campaign/${campaign}/notification.csv` }),
  readTarget: ({ campaign }) => ({ path: `GET /campaigns/api/v1/campaign/${campaign}/notification/${phone}` }),
  listDeviceCampaigns: () => ({ path: `GET /campaigns/api/v1/company/1/device/${phone}/campaign` }),
  listFiles: () => ({ path: 'GET /chronos/v1/file_registers' }),
  readFile: ({ file }) => ({ path: `GET /chronos/v1/file_registers/${file}` }),
  listVersions: ({ file }) => ({ path: `GET /chronos/v1/file_registers/${file}/versions` }),
  readContent: ({ file }) => ({ path: `GET /chronos/v1/file_registers/${file}/content` }),
  updateFile: ({ file }) => ({ path: `PUT /chronos/v1/file_registers/${file}`, form: fileForm() }),
  readPersons: () => ({ path: 'POST /identification/api/v1/identity/dni', body: { dnis: [person.dni] } }),
  findPersonsByEmail: () => ({ path: `GET /identification/api/v1/identity?email=${person.email}` }),
  readPersonByUuid: ({ person: uuid }) => ({ path: `GET /identification/api/v1/person/${uuid}` }),
  readPerson: () => ({ path: `GET /identification/api/v1/identity/${person.dni}` }),
  readLastDevice: () => ({ path: `GET /identification/api/v1/identity/${person.dni}/lastdevice` }),
  listDevicesOfPerson: () => ({ path: `GET /identification/api/v1/identity/${person.dni}/device` }),
  listPersonsOfDevice: () => ({ path: `GET /identification/api/v1/device/${phone}/identity` }),
  readDevice: () => ({ path: `GET /index/v1/device/${phone}` }),
  searchDevices: () => ({ path: 'POST /index/v1/device', body: { system_name: 'android' } }),
  exportDevices: () => ({ path: 'POST /index/v1/device.csv', body: {} }),
  tagDevice: () => ({
    path: `PATCH /index/v1/device/${phone}/tags`,
    body: { app_id: '1', tags: { plan: 'silver' }, company_id: 1 },
  }),
  readIdentity: ({ identity }) => ({ path: `GET /index/v1/identity/${identity}` }),
  updateIdentity: ({ identity }) => ({
    path: `PATCH /index/v1/identity/${identity}`,
    body: { company_uid: '1', email: 'new@example.com' },
  }),
  mergeIdentity: ({ identity, another }) => ({
    path: `POST /index/v1/identity/${another}/merge`,
    body: { into: identity },
  }),
  previewSegment: () => ({
    path: 'POST /message-persistance/api/v1/segment/preview',
    body: { company_id: '1', index_query: { core_id: [phone] } },
  }),
  countSegments: ({ segment }) => ({
    path: 'POST /message-persistance/api/v1/segment/size',
    body: { segments: [segment] },
  }),
  listSegmentDevices: ({ segment }) => ({ path: `GET /message-persistance/api/v1/segment/${segment}/device` }),
  readDelivery: ({ message }) => ({
    path: 'POST /notifications/device/notification',
    body: { core_id: phone, message_id: message },
  }),
  reportDelivery: ({ message }) => ({
    path: 'POST /notifications/v2/device/report',
    body: { core_id: phone, message_id: message, action: 'CLOSED' },
  }),
  readDeliveryHistory: ({ campaign }) => ({ path: `GET /notifications/v2/delivery/${campaign}/${phone}` }),
  listSingleDeliveries: () => ({ path: `GET /notifications/v2/device/${phone}/delivery` }),
  listTokenStates: () => ({ path: `GET /notifications/v2/device/${phone}/token` }),
  listCredentials: () => ({ path: 'GET /sapien/api/v1/credential' }),
  readCredential: ({ card }) => ({ path: `GET /sapien/api/v1/credential/${card}` }),
  validateCredential: ({ card }) => ({ path: `POST /sapien/api/v1/credential/${card}/validation` }),
  deleteCredential: ({ card }) => ({ path: `DELETE /sapien/api/v1/credential/${card}` }),
};

/** What these tell has no value of the person in it: something else shows that it is the persons. */
const signs: Record<string, RegExp> = {
  listDeviceCampaigns: /"status":"sended"/,
  readTarget: /"status":"sended"/,
  previewSegment: /"total":1/,
  countSegments: /"total":2/,
  readDevice: /"brand"/,
  tagDevice: /"silver"/,
  listPersonsOfDevice: /"dni"/,
  readDelivery: /"device_id"/,
  reportDelivery: /"CLOSED"/,
  readDeliveryHistory: /"tries":\[\{/,
  listSingleDeliveries: /"tries":\[\{/,
  listTokenStates: /"has_token"/,
  deleteCredential: /"uuid"/,
};

/** Routes that answer with nothing of a person but what was sent to them, and why others tell more. */
const others: Record<string, string[]> = {
  'names no person': [
    ...['createCampaign', 'testMessage', 'retryFailed', 'decideApproval', 'readCampaign', 'watchCampaigns'],
    ...['stopCampaign', 'listCampaigns', 'listReasons'],
    ...['createCoreFeed', 'listCoreFeeds', 'readCoreFeed', 'createChannel', 'listChannels', 'readChannel'],
    ...['createCompany', 'readCompany', 'listApps', 'createApp', 'findApps', 'readApp'],
    ...['createRegisterType', 'listRegisterTypes', 'requestPasswordChange', 'changePassword'],
    ...['createTagValue', 'listTagValues', 'updateTagValue', 'createMessage', 'readMessage', 'saveCredentials'],
    ...['readRetention', 'listDeadLetters', 'redriveDeadLetters'],
  ],
  'answers with what was sent': [
    ...['addRecords', 'createFile', 'createProfile', 'registerDevice', 'createIdentity', 'sendMessage'],
    'createCredential',
  ],
  'shows what an operator wrote': ['createSegment', 'listSegments', 'readSegment', 'updateSegment'],
  'evidence of what operators did': ['listServiceEvents', 'exportServiceEvents', 'readServiceEvent'],
  'takes a right to requests of persons': [
    ...['createSubjectRequest', 'listSubjectRequests', 'readSubjectRequest'],
    ...['placeLegalHold', 'liftLegalHold', 'listLegalHolds'],
  ],
  'opened by a signed link': ['readCopy', 'readPicture'],
};

function fileForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.txt');
  return form;
}

let herald: Tested;
let ids: Ids;
beforeAll(async () => {
  // The card of the fixture holds less than one that was read.
  herald = await startForTest(allServices, {}, { checkAnswers: false });
  const { campaign } = await registerPersons(herald);
  await herald
    .database('sapien')
    .collection('credentials')
    .updateMany({}, { $set: { pictures: { faces: [] } } });
  ids = { campaign, ...(await knownIds()) };
  await blockPerson();
});
afterAll(() => herald?.stop());

async function knownIds(): Promise<Omit<Ids, 'campaign'>> {
  const find = async (service: 'identification' | 'index' | 'sapien' | 'chronos', collection: string, filter: object) =>
    (await herald
      .database(service)
      .collection(collection)
      .findOne({ company_id: '1', ...filter }))!.uuid as string;
  const other = { company_uid: '1', email: 'another@example.com', name: 'Another' };
  const another = (await herald.as()('POST /index/v1/identity', { body: other })).body.data.uuid;
  const segments = (await herald.as()('GET /message-persistance/api/v1/segment')).body.data;
  const { message_id } = (await herald.database('campaigns').collection('campaigns').findOne({ company_id: '1' }))!;
  return {
    another,
    message: message_id as string,
    segment: segments.find(({ company_id }: { company_id: string }) => company_id === '1').uuid,
    person: await find('identification', 'persons', { dni: person.dni }),
    identity: await find('index', 'identities', { dni: person.dni }),
    card: await find('sapien', 'credentials', {}),
    file: await find('chronos', 'file_registers', {}),
  };
}

const blockPerson = () => subjectRequests(herald.as()).carryOut('block', { dni: person.dni });

const allScopes = allServices.flatMap(({ name }) => [`${name}:read`, `${name}:write`]).join(' ');
const dniForms = values.filter((value) => /^[\d.]+-?K$/.test(value));

/** What an answer says of the person beside what was sent. */
async function toldTo(scope: string, name: string): Promise<{ told: string[]; text: string }> {
  const { path, ...options } = telling[name]!(ids);
  const { body } = await herald.as({ scope, companies: [1] })(path, options);
  const sent = path + JSON.stringify(options.body ?? {});
  const isSent = (value: string) =>
    sent.includes(value) || (dniForms.includes(value) && dniForms.some((form) => sent.includes(form)));
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const sign = signs[name]?.exec(text)?.[0];
  const told = values.filter((value) => text.includes(value) && !isSent(value));
  return { told: sign ? [...told, sign] : told, text };
}

it('lists every route', () => {
  const listed = [...Object.keys(telling), ...Object.values(others).flat()];
  expect(listed.toSorted()).toEqual(allServices.flatMap(({ routes }) => routes.map(({ name }) => name)).toSorted());
});

it.each(Object.keys(telling))(
  '%s hides a blocked person from those who may not see requests of persons',
  async (name) => {
    const hidden = await toldTo(allScopes, name);
    expect([name, hidden.told, hidden.text]).toEqual([name, [], hidden.text]);
    const shown = await toldTo(`${allScopes} privacy:read`, name);
    expect([name, shown.told, shown.text]).not.toEqual([name, [], shown.text]);
  },
);
