import { randomBytes, randomUUID } from 'node:crypto';
import type { PushBatch } from '@herald/contracts';
import { createMetrics } from '@herald/metrics';
import { bulkInsert, connectDatabase } from '@herald/persistence';
import type { Batch } from './batches/batch.model';
import type { Campaign } from './campaigns/campaign.model';
import { campaignsDeps } from './deps';

export type CampaignDatabase = Awaited<ReturnType<typeof openCampaignDatabase>>;

/** The dependencies of campaigns on a database of their own, without a running service: tests take its part. */
export async function openCampaignDatabase() {
  const name = `t${randomBytes(6).toString('hex')}_campaigns`;
  const server = await connectDatabase(process.env.MONGO_URL!);
  const emitted: { type: string; data: object }[] = [];
  const emit = async ({ type }: { type: string }, data: object) => void emitted.push({ type, data });
  const database = server.database(name);
  const metrics = createMetrics();
  const deps = campaignsDeps({ database, emit, call: () => {}, settings: {}, metrics } as never);
  /** Saves a campaign; by default one without devices, still to be expanded. */
  const addCampaign = async (change: Partial<Campaign> = {}): Promise<Campaign> => {
    const uuid = randomUUID();
    const now = new Date();
    const campaign: Campaign = {
      ...{ _id: uuid, uuid, company_id: '1', name: '', message_id: 'm', application_name: 'com.acme.wallet' },
      ...{ app_id: '11', flavor_id: '', segment_id: '', finish_date: null, rate: null, notification: {} },
      ...{ terminated: false, expanded: false, cursor: '', walked_at: null },
      ...{ expanding_at: now, next_batch_at: now, created_at: now, updated_at: now },
      ...change,
    };
    await bulkInsert(deps.Campaign, [campaign]);
    return campaign;
  };
  /** Saves a batch of devices, with the number after the campaign's last. */
  const addBatch = async ({ uuid }: Pick<Campaign, 'uuid'>, change: Partial<Batch> = {}): Promise<Batch> => {
    const number = await deps.Batch.countDocuments({ campaign_uuid: uuid });
    const entries_id = randomUUID();
    const core_ids = [`phone-${number}`];
    await deps.Entries.create({
      _id: entries_id,
      campaign_uuid: uuid,
      core_ids,
      variables: null,
      forget_at: new Date(),
    });
    const counts = { total: 1, sended: 0, fails: 0, RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 };
    const batch: Batch = {
      ...{ _id: `${uuid}/${number}`, campaign_uuid: uuid, number, entries_id, state: 'waiting', ...counts },
      ...{ listed_at: new Date(), moved_at: new Date(), ...change },
    };
    await deps.Batch.create(batch);
    return batch;
  };
  const readBatch = async ({ _id }: Pick<Batch, '_id'>): Promise<Batch> => (await deps.Batch.findById(_id).lean())!;
  const publishedIds = () =>
    emitted.filter(({ type }) => type === 'push.batch').map(({ data }) => (data as PushBatch).batch_id);
  const stop = async () => {
    await database.dropDatabase();
    await server.close();
  };
  /** The value of a series, as the process shows it. */
  const measured = async (series: string): Promise<number> => {
    const line = (await metrics.registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line!.slice(series.length));
  };
  return { deps, measured, emitted, addCampaign, addBatch, readBatch, publishedIds, stop };
}

export const ago = (ms: number): Date => new Date(Date.now() - ms);
