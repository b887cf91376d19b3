import { randomUUID } from 'node:crypto';
import type { Installation } from '@herald/testing';

const batchSize = 1_000;
const recordsPerRequest = 1_000;
const counts = { RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 };

/** Inserts ended campaigns over the devices of `fillDevices`, as they stand once all results came in. */
export async function fillCampaigns(it: Installation, campaigns: number, devices: number): Promise<string[]> {
  const coreIds = await it
    .database('index')
    .collection<{ core_id: string }>('devices')
    .find({}, { projection: { core_id: 1 } })
    .limit(devices)
    .toArray();
  const uuids: string[] = [];
  for (let number = 0; number < campaigns; number++) {
    const uuid = randomUUID();
    await it
      .database('campaigns')
      .collection('campaigns')
      .insertOne(campaign(uuid, number) as never);
    for (let at = 0; at * batchSize < coreIds.length; at++)
      await fillBatch(
        it,
        { uuid, at },
        coreIds.slice(at * batchSize, (at + 1) * batchSize).map((one) => one.core_id),
      );
    uuids.push(uuid);
  }
  return uuids;
}

function campaign(uuid: string, number: number) {
  const now = new Date();
  return {
    ...{ _id: uuid, uuid, company_id: '1', name: `Campaign ${number}`, message_id: randomUUID() },
    ...{ application_name: 'com.bench.wallet', app_id: '1', flavor_id: '', segment_id: '', finish_date: null },
    ...{ rate: null, notification: {}, terminated: true, expanded: true, cursor: '', walked_at: null },
    ...{ expanding_at: now, next_batch_at: now, created_at: now, updated_at: now },
  };
}

/** A device in ten has failed, for one of two reasons. */
async function fillBatch(it: Installation, { uuid, at }: { uuid: string; at: number }, core_ids: string[]) {
  const database = it.database('campaigns');
  const settled_at = new Date();
  const _id = `${uuid}/${at}`;
  const marks = core_ids.map((_, place) => (place % 10 === 0 ? (place % 20 === 0 ? 3 : 2) : 1));
  const numberOf = (mark: number) => marks.filter((one) => one === mark).length;
  const settlements = [
    { status: 'sended', settled_at, devices: numberOf(1) },
    { status: 'fails', reason: 'UNREGISTERED', settled_at, devices: numberOf(2) },
    { status: 'fails', reason: 'INVALID_ARGUMENT', settled_at, devices: numberOf(3) },
  ];
  const settled = marks.map((mark) => String.fromCharCode(32 + mark)).join('');
  await database
    .collection('target_lists')
    .insertOne({ _id, campaign_uuid: uuid, core_ids, settlements, settled } as never);
  const fails = numberOf(2) + numberOf(3);
  const numbers = { total: core_ids.length, sended: numberOf(1), fails, ...counts };
  const batch = { _id, campaign_uuid: uuid, number: at, entries_id: randomUUID(), state: 'done', ...numbers };
  await database.collection('batches').insertOne({ ...batch, listed_at: settled_at, moved_at: settled_at } as never);
  const targets = core_ids.map((coreId) => ({ _id: `${uuid}/${coreId}`, batch: at }));
  await database.collection('targets').insertMany(targets as never, { ordered: false });
}

export async function fillSegments(it: Installation, count: number): Promise<void> {
  const filters = [{ system_name: 'android' }, { system_name: 'ios' }, { brand: 'Acme' }, { 'apps.app_id': '1' }];
  for (let at = 0; at < count; at++) {
    const body = { company_id: 1, name: `Segment ${at}`, index_query: filters[at % filters.length] };
    await it.to('message-persistance')('POST /message-persistance/api/v1/segment', { body });
  }
}

export async function fillAudit(it: Installation, count: number): Promise<void> {
  for (let first = 0; first < count; first += recordsPerRequest) {
    const body = Array.from({ length: Math.min(recordsPerRequest, count - first) }, (_, at) => ({
      company_id: 1,
      application: `app-${at % 20}`,
      type_audit: at % 3 === 0 ? 'payment' : 'login',
      source: { os: at % 2 === 0 ? 'android' : 'ios', core_id: `phone-${at}` },
      transaction: { operation: 'login', result: at % 50 === 0 ? 'failed' : 'ok' },
    }));
    const { status } = await it.to('audit')('POST /audit/api/v1/audit', { body });
    if (status !== 201) throw new Error(`The audit records were answered with ${status}`);
  }
}
