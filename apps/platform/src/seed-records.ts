import type { ExampleName } from '@herald/contracts';
import { create, read, SeedingFailed, type Call } from './seed';

type Named = { uuid: string; name: string };

const company_id = 1;
const name = 'Demo';
/** Of the person of the first demo device. */
const dni = '10.000.000-0';
const data_source = { source: 'message-persistance', id_1_name: 'message_id', id_1: 'b5b3c1de' };
const channel = { company_id, app_id: '1', name, message_type: 'notification', data_source };
const tagValue = { company_id, systemic_tag_name: 'client_type', name: 'Gold', color: '#ffd700' };

/** Creates records of the company that need nothing else, where they are missing; gives their uuids. */
export async function ensureRecords(call: Call): Promise<Partial<{ [Name in ExampleName]: string | undefined }>> {
  const { user } = await read(call, `/identification/api/v1/identity/${dni}`);
  return {
    person: (user as { uuid: string }[])[0]?.uuid,
    channel: await ensureNamed(call, '/channels/v1/channels', channel),
    feed: await ensureNamed(call, '/channels/v1/core_feed', { company_id, name }),
    file: await ensureNamed(call, '/chronos/v1/file_registers', demoFile(), 'demo.csv'),
    tagValue: await ensureFirst(call, '/index/v1/systemic_tag_value', tagValue),
    identity: await ensureIdentity(call),
    subjectRequest: await ensureSubjectRequest(call),
    credential: await findCredential(call),
  };
}

async function ensureNamed(call: Call, path: string, body: object, wanted = name): Promise<string> {
  const { data } = await read(call, `${path}?company_id=${company_id}&per_page=1000`);
  const known = (data as Named[]).find((one) => one.name === wanted);
  return known?.uuid ?? (await create(call, path, body)).uuid;
}

/** A value may have got another name, such as by the example that updates it. */
async function ensureFirst(call: Call, path: string, body: object): Promise<string> {
  const [known] = (await read(call, `${path}?company_id=${company_id}&per_page=1`)).data as Named[];
  return known?.uuid ?? (await create(call, path, body)).uuid;
}

function demoFile(): FormData {
  const form = new FormData();
  form.set('company_id', String(company_id));
  form.set('file', new File(['day;devices\n1;50\n'], 'demo.csv', { type: 'text/csv' }));
  return form;
}

/** Identities cannot be listed: the service log names those that were created. */
async function ensureIdentity(call: Call): Promise<string | undefined> {
  const path = '/index/v1/identity';
  const created = 'service=index&resource=Identity&operation=create&result=true';
  const { data } = await read(call, `/events/v1/event/service?company_id=${company_id}&${created}&per_page=20`);
  for (const { resource_id } of data as { resource_id: string }[])
    if ((await call('GET', `${path}/${resource_id}`)).status === 200) return resource_id;
  const { status, body } = await call('POST', path, {
    company_uid: String(company_id),
    email: 'demo@example.com',
    name,
  });
  // The log has removed its entry: the identity is there, and its uuid is not known.
  if (status === 409) return undefined;
  if (status !== 201) throw new SeedingFailed(`${path} answered ${status}`);
  return (body.data as Named).uuid;
}

/** The first one changes nothing: the person is not blocked. */
async function ensureSubjectRequest(call: Call): Promise<string | undefined> {
  const path = '/identification/api/v1/subject_request';
  const { subject_request } = await read(call, `${path}?company_id=${company_id}&per_page=1`);
  const [known] = subject_request as Named[];
  if (known) return known.uuid;
  const { status, body } = await call('POST', path, { company_id, kind: 'unblock', subject: { dni } });
  if (status !== 201) throw new SeedingFailed(`${path} answered ${status}`);
  return (body.subject_request as Named).uuid;
}

/** A card that was read before this start; the demo card is read after it. */
async function findCredential(call: Call): Promise<string | undefined> {
  const { data } = await read(call, `/sapien/api/v1/credential?company_id=${company_id}&per_page=1`);
  return (data as Named[])[0]?.uuid;
}
