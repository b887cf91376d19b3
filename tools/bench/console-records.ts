import { randomUUID } from 'node:crypto';
import type { Installation } from '@herald/testing';
import { newBatch } from '../../apps/campaigns/src/batches/batch.model';
import { entriesIdOf } from '../../apps/campaigns/src/portions/portion.model';
import { splitDevices, toDevices } from '../../apps/campaigns/src/portions/split-devices';
import {
  countSettled,
  newListOf,
  withOutcomes,
  type Outcome,
} from '../../apps/campaigns/src/targets/target-list.model';

const batchSize = 1_000;
const recordsPerRequest = 1_000;

type Listed = ReturnType<typeof splitDevices>;

/** Inserts ended campaigns over the devices of `fillDevices`, as they stand once all results came in. */
export async function fillCampaigns(it: Installation, campaigns: number, devices: number): Promise<string[]> {
  const found = await it
    .database('index')
    .collection<{ core_id: string }>('devices')
    .find({}, { projection: { core_id: 1 } })
    .limit(devices)
    .toArray();
  const listed = splitDevices(toDevices(found.map(({ core_id }) => ({ core_id, variables: {} }))), batchSize);
  const uuids = Array.from({ length: campaigns }, () => randomUUID());
  for (const [number, uuid] of uuids.entries()) await fillCampaign(it, campaign(uuid, number), listed);
  return uuids;
}

async function fillCampaign(it: Installation, campaign: { uuid: string }, { lists, starts }: Listed): Promise<void> {
  const { uuid: campaign_uuid } = campaign;
  const insert = (collection: string, row: object) =>
    it
      .database('campaigns')
      .collection(collection)
      .insertOne(row as never);
  await insert('campaigns', campaign);
  const [lists_id, sizes] = [randomUUID(), lists.map(({ core_ids }) => core_ids.length)];
  const place = { _id: `${campaign_uuid}/0`, campaign_uuid, position: 0, first: 0 };
  await insert('portions', { ...place, sizes, starts, lists_id, next: null });
  for (const [number, list] of lists.entries()) {
    const entries_id = entriesIdOf({ lists_id }, number);
    await insert('entries', { _id: entries_id, campaign_uuid, ...list });
    const total = list.core_ids.length;
    const batch = newBatch(campaign_uuid, { number, entries_id, state: 'done', total });
    const targets = withOutcomes(newListOf(entries_id, { ...batch, size: total }), outcomesOf(total));
    await insert('target_lists', targets);
    await insert('batches', { ...batch, ...countSettled(targets) });
  }
}

function campaign(uuid: string, number: number) {
  const now = new Date();
  return {
    ...{ _id: uuid, uuid, company_id: '1', name: `Campaign ${number}`, message_id: randomUUID() },
    ...{ application_name: 'com.bench.wallet', app_id: '1', flavor_id: '', segment_id: '', finish_date: null },
    ...{ rate: null, notification: {}, terminated: true, expanded: true, cursor: '', walked_at: now },
    ...{ expanding_at: now, next_batch_at: now, created_at: now, updated_at: now },
  };
}

/** A device in ten has failed, for one of two reasons. */
function outcomesOf(devices: number): Outcome[] {
  const settled_at = new Date();
  const places = Array.from({ length: devices }, (_, place) => place);
  const failed = (reason: string, at: number): Outcome => {
    return { status: 'fails', reason, settled_at, places: places.filter((place) => place % 20 === at) };
  };
  const sent = places.filter((place) => place % 10 !== 0);
  return [{ status: 'sended', settled_at, places: sent }, failed('UNREGISTERED', 10), failed('INVALID_ARGUMENT', 0)];
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
