import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import type { ByteStream } from '../parts/save-file';
import type { CampaignSearch, TargetSearch } from './search';

export type Campaign = AnswerOf<'readCampaign'>['data'];
export type Statistics = Campaign['statistics'];
export const perPage = 20;
const liveMs = 2_000;
const settledMs = 15_000;
/** Campaigns whose counts arrive by a stream. */
export const streamed = new Set<string>();
const streamedMs = 60_000;
const path = '/campaigns/api/v1/campaign/{campaign_uid}';

export const campaignsQuery = (company: number, { search, state, approval, page = 1 }: CampaignSearch) =>
  queryOptions({
    queryKey: ['campaigns', company, search, state, approval, page],
    placeholderData: keepPreviousData,
    refetchInterval: settledMs,
    queryFn: ({ signal }) => {
      const terminated = state && { terminated: state === 'finished' };
      const waiting = approval && { approval };
      const query = { page, per_page: perPage, ...terminated, ...waiting, ...(search ? { search } : {}) };
      const params = { path: { company_id: company }, query };
      return unwrap(herald.GET('/campaigns/api/v1/company/{company_id}/campaign', { params, signal }));
    },
  });

/** True while the counts may still change by sending. */
export const isLive = ({ terminated, statistics }: Campaign): boolean => !terminated || statistics.pending > 0;

/** One campaign with its counts, read again often while it is live. */
export const campaignQuery = (uuid: string) =>
  queryOptions<Campaign>({
    queryKey: ['campaign', uuid],
    meta: { scope: 'campaigns:read' },
    refetchInterval: ({ state }) => {
      if (streamed.has(uuid)) return streamedMs;
      return state.data && !isLive(state.data) ? settledMs : liveMs;
    },
    queryFn: async ({ signal }) => {
      const params = { path: { campaign_uid: uuid } };
      return (await unwrap(herald.GET('/campaigns/api/v1/campaign/{campaign_uid}', { params, signal }))).data;
    },
  });

export const targetsQuery = (uuid: string, { page = 1, ...filters }: TargetSearch, isBusy: boolean) =>
  queryOptions({
    queryKey: ['targets', uuid, filters, page],
    meta: { scope: 'campaigns:read' },
    placeholderData: keepPreviousData,
    refetchInterval: isBusy ? liveMs : settledMs,
    queryFn: ({ signal }) => {
      const params = { path: { campaign_uid: uuid }, query: { page, per_page: perPage, ...filters } };
      return unwrap(herald.GET(`${path}/notification`, { params, signal }));
    },
  });

/** All devices that the filters match, not only the page that is shown. */
export const targetsAsCsv = (uuid: string, { page: _page, ...query }: TargetSearch, signal: AbortSignal) => {
  const params = { path: { campaign_uid: uuid }, query };
  return unwrap(herald.GET(`${path}/notification.csv`, { params, signal, parseAs: 'stream' })) as Promise<ByteStream>;
};

/** The failures by reason; they change only with their number. */
export const reasonsQuery = (uuid: string, fails: number) =>
  queryOptions({
    queryKey: ['reasons', uuid, fails],
    placeholderData: keepPreviousData,
    enabled: fails > 0,
    queryFn: async ({ signal }) =>
      (await unwrap(herald.GET(`${path}/reason`, { params: { path: { campaign_uid: uuid } }, signal }))).data,
  });

export const decideApproval = (uuid: string, decision: 'approve' | 'reject') =>
  unwrap(herald.POST(`${path}/approval`, { params: { path: { campaign_uid: uuid } }, body: { decision } }));

type Retry = { reason?: string; confirmed_devices: number };

export const retryFailed = async (uuid: string, body: Retry, key: string) => {
  const params = { path: { campaign_uid: uuid }, header: { 'Idempotency-Key': key } };
  return (await unwrap(herald.POST(`${path}/retry`, { params, body }))).data;
};

export const stopCampaign = (uuid: string) =>
  unwrap(
    herald.PATCH('/campaigns/api/v1/campaign/{campaign_uid}', {
      params: { path: { campaign_uid: uuid } },
      body: { terminated: true },
    }),
  );
