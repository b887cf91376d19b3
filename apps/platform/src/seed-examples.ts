import { exampleIds, type ExampleName } from '@herald/contracts';
import { create, read, type Call } from './seed';
import { ensureRecords } from './seed-records';

type Named = { uuid: string; name: string; message_id?: string };
type Found = Partial<Record<ExampleName, string>>;

const company_id = 1;
const name = 'Demo';
const segmentPath = '/message-persistance/api/v1/segment';
const campaignPath = '/campaigns/api/v1';

/**
 * Creates the records that the documentation's examples show, where they are missing: a segment, a file and others,
 * a message, and if `sends`, a campaign of it for five devices. Gives what replaces the uuids of the examples.
 */
export async function seedExamples(call: Call, { sends }: { sends: boolean }): Promise<Map<string, string>> {
  const found: Found = {
    ...(await ensureCampaign(call, sends)),
    segment: await ensureSegment(call),
    ...(await ensureRecords(call)),
    event: ((await read(call, '/events/v1/event/service?per_page=1')).data as Named[])[0]?.uuid,
  };
  const names = Object.keys(found) as ExampleName[];
  return new Map(names.flatMap((one) => (found[one] ? [[exampleIds[one], found[one]]] : [])));
}

async function ensureSegment(call: Call): Promise<string> {
  const { data } = await read(call, `${segmentPath}?company_id=${company_id}&per_page=1000`);
  const known = (data as Named[]).find((one) => one.name === name);
  if (known) return known.uuid;
  return (await create(call, segmentPath, { company_id, name, index_query: { 'apps.tags.plan': 'gold' } })).uuid;
}

/** Messages cannot be listed: the campaign knows its message. */
async function ensureCampaign(call: Call, sends: boolean): Promise<Found> {
  const { data } = await read(call, `${campaignPath}/company/${company_id}/campaign?search=${name}&per_page=1000`);
  const known = (data as Named[]).find((one) => one.name === name);
  if (known) return { campaign: known.uuid, message: known.message_id };
  if (!sends) return {};
  const message = await create(call, '/message-persistance/api/v1/factory', {
    notification_version: 'core_notifications_v1',
    notification_type: 'notification',
    company_id,
    data: {
      title: 'Hello {{name}}',
      message: 'Your card is ready',
      media_url: 'https://cdn.example.com/card.png',
      action_color: '#00AA55',
    },
    values: [],
  });
  const notifications = Array.from({ length: 5 }, (_, at) => ({ core_id: `demo-0${at}`, variables: { name: 'Ana' } }));
  const body = { name, company_id, message_id: message.uuid, application_name: 'com.demo.wallet', notifications };
  return { campaign: (await create(call, `${campaignPath}/campaign`, body)).uuid, message: message.uuid };
}
