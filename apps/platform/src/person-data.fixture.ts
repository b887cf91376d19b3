import { eventually, pushUuid, type Tested } from '@herald/testing';

/** What nothing may hold any more once the person is erased. */
export const person = {
  dni: '7766554K',
  email: 'zenobia@example.com',
  name: 'Zenobia',
  lastname: 'Quillapan',
  phone: '+56955512345',
};
export const phones = ['zenobia-phone-1', 'zenobia-phone-2'] as const;
const details = {
  imei: '990000862471854',
  token: 'zenobia-push-token',
  variable: 'a gift for Zenobia',
  place: -70.654321,
};
const other = { dni: '11222333', email: 'otto@example.com', name: 'Otto', lastname: 'Olmos', phone: '+56911100000' };

/** Where the person's phones are. */
export const { place } = details;

export const values = [
  ...[person.dni, '7.766.554-K', '7766554-K', person.email, person.name, person.name.toLowerCase(), person.lastname],
  ...[person.phone, ...phones, details.imei, details.token, details.variable, String(details.place)],
];

const bundleOf = (company_id: number) => `com.acme.wallet${company_id}`;

/** Registers the person with two phones and everything that services hold of persons, and others beside. */
export async function registerPersons(herald: Tested): Promise<{ campaign: string }> {
  for (const company_id of [1, 2]) await createCompany(herald, company_id);
  for (const core_id of phones) await register(herald, { company_id: 1, core_id, person });
  await register(herald, { company_id: 1, core_id: 'otto-phone', person: other });
  await register(herald, { company_id: 2, core_id: phones[0], person });
  // A phone of the person says something of another person, and another phone something of the person.
  await report(herald, phones[1], { dni: other.dni, name: 'Not Otto' });
  await report(herald, 'shared-phone', { dni: person.dni, name: 'Not Zenobia' });
  await eventually(async () => (await count(herald, 'notifications', 'push_tokens')) === 5);
  await eventually(async () => (await count(herald, 'index', 'devices')) === 5);
  await eventually(() =>
    herald.database('identification').collection('persons').findOne({ 'claims.core_id': phones[1] }),
  );
  for (const company_id of [1, 2]) await useServices(herald, company_id);
  return { campaign: await sendCampaign(herald) };
}

const count = (herald: Tested, service: 'index' | 'notifications', collection: string) =>
  herald.database(service).collection(collection).countDocuments();

async function createCompany(herald: Tested, company_id: number): Promise<void> {
  const bundle = { bundle_id: bundleOf(company_id), flavor_id: bundleOf(company_id) };
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
  await ok(herald, 'POST /company/api/v2/app', { ...bundle, company_id, os: 'android', capabilities: [] });
}

async function ok(herald: Tested, path: string, body: object) {
  const answer = await herald.as()(path, { body });
  if (answer.status > 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

type Registration = { company_id: number; core_id: string; person: object };

const registration = ({ company_id, core_id, person: who }: Registration) => ({
  ...{ core_id, company_id, person: who, location: [who === other ? 1 : details.place, -33.4] },
  characteristics: { system_name: 'android', model: 'One', imei: who === other ? '1' : details.imei },
  app: {
    ...{ bundle_id: bundleOf(company_id), version: '1', tags: { plan: 'gold' } },
    push_token: who === other ? 'otto-push-token' : details.token,
  },
});

const register = (herald: Tested, wanted: Registration) =>
  ok(herald, 'POST /identification/api/v1/device', registration(wanted));

/** What a phone says without proof. */
async function report(herald: Tested, core_id: string, who: object): Promise<void> {
  const unknown = { core_id, company_id: 1, app: { bundle_id: bundleOf(1), version: '1', push_token: 'shared-token' } };
  const body = core_id === 'shared-phone' ? unknown : registration({ company_id: 1, core_id, person: who });
  const path = 'POST /identification/api/v1/device';
  const { status } = await herald.as({ coreId: core_id, companies: [1] })(path, { body: { ...body, person: who } });
  if (status > 201) throw new Error(`${path}: ${status}`);
}

async function useServices(herald: Tested, company_id: number): Promise<void> {
  const [core_id] = phones;
  const query = { company_id, name: 'Named phones', index_query: { core_id: [core_id, 'otto-phone'] } };
  await ok(herald, 'POST /message-persistance/api/v1/segment', query);
  const profile = { email: person.email, name: person.name, password: 'correct horse battery staple' };
  await ok(herald, `POST /core-idp/v1/companies/${company_id}/profiles`, profile);
  const source = { os: 'android', core_id, imsi: details.imei, latGeo: details.place };
  const happened = { application: 'wallet', company_id, type_audit: 'login', source, extra_data: person.dni };
  await ok(herald, 'POST /audit/api/v1/audit', { ...happened, transaction: { operation: 'login', result: 'ok' } });
  const single = { application_name: bundleOf(company_id), core_id, data: { title: details.variable } };
  await ok(herald, 'POST /notifications/v2/device/sendmessage', single);
  const form = new FormData();
  form.set('company_id', String(company_id));
  form.set('tags', JSON.stringify({ dni: person.dni }));
  form.set('file', new Blob([`the contract of ${person.name}`]), `${person.lastname}.txt`);
  const key = { 'idempotency-key': `file-of-${company_id}` };
  const file = await herald.as()('POST /chronos/v1/file_registers', { form, headers: key });
  if (file.status !== 201) throw new Error(JSON.stringify(file.body));
  await readCard(herald, String(company_id));
}

/** As a card's reading stores it: reading one takes engines that this suite does not start. */
async function readCard(herald: Tested, company_id: string): Promise<void> {
  const uuid = `4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f1${company_id}`;
  const created_at = new Date();
  const fields = { nin: '7766554-K', name: person.name, lastname: person.lastname };
  const reading = { uuid, company_id, created_at, validated: true, evidence: {}, fields, checks: [], pictures: {} };
  await herald.database('sapien').collection('credentials').insertOne(reading);
  const picture = { name: `picture-${company_id}`, credential_uuid: uuid, type: 'image/jpeg', kept: true, created_at };
  await herald.database('sapien').collection('credential_pictures').insertOne(picture);
}

/** Sends a campaign to the person's phones and another one; returns its uuid once it has ended. */
export async function createCampaign(herald: Tested): Promise<string> {
  const data = { title: 'Hello {{name}}', message: 'x', media_url: 'https://a.example/b.png', action_color: '#000000' };
  const factory = { notification_version: 'core_notifications_v1', notification_type: 'banner', data, values: [] };
  const message = await ok(herald, 'POST /message-persistance/api/v1/factory', { ...factory, company_id: 1 });
  const notifications = [...phones, 'otto-phone'].map((core_id) => ({
    core_id,
    variables: { name: core_id === 'otto-phone' ? 'a gift for Otto' : details.variable },
  }));
  const campaign = { message_id: message.data.uuid, application_name: bundleOf(1), notifications };
  const { uuid } = (await ok(herald, 'POST /campaigns/api/v1/campaign', campaign)).data;
  await eventually(async () => (await statisticsOf(herald, uuid)).terminated);
  return uuid;
}

async function sendCampaign(herald: Tested): Promise<string> {
  const uuid = await createCampaign(herald);
  const pressed = { core_id: phones[0], notification_uuid: pushUuid(uuid, phones[0]), action: 'RECEIVED' };
  await ok(herald, 'POST /notifications/v2/device/report', pressed);
  await eventually(async () => JSON.stringify(await statisticsOf(herald, uuid)).match(/"RECEIVED":1/));
  return uuid;
}

export const statisticsOf = async (herald: Tested, uuid: string) =>
  (await herald.as()(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data;
