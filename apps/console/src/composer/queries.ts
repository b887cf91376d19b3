import { unwrap } from '@herald/client-sdk';
import { queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import type { MessageBody } from './draft';

export const allSegmentsQuery = (company: number) =>
  queryOptions({
    queryKey: ['all-segments', company],
    queryFn: async ({ signal }) => {
      const params = { query: { company_id: company, per_page: 1_000 } };
      return (await unwrap(herald.GET('/message-persistance/api/v1/segment', { params, signal }))).data;
    },
  });

/** Ten devices of a segment, and how many there are. */
export const samplesQuery = (segment_uuid: string) =>
  queryOptions({
    queryKey: ['segment-samples', segment_uuid],
    enabled: segment_uuid !== '',
    queryFn: ({ signal }) => {
      const params = { path: { segment_uuid }, query: { per_page: 10 } };
      const path = '/message-persistance/api/v1/segment/{segment_uuid}/device';
      return unwrap(herald.GET(path, { params, signal }));
    },
  });

/** A repeat after a lost answer has the same key: nothing happens twice. */
const keys = new Map<string, string>();
function keyFor(body: object): { 'Idempotency-Key': string } {
  const text = JSON.stringify(body);
  const key = keys.get(text) ?? crypto.randomUUID();
  keys.set(text, key);
  return { 'Idempotency-Key': key };
}

export const createMessage = async (body: MessageBody): Promise<string> => {
  const path = '/message-persistance/api/v1/factory';
  return (await unwrap(herald.POST(path, { params: { header: keyFor(body) }, body }))).data.uuid;
};

type Receiver = { core_id: string; variables: Record<string, string> };
type Sending = { message_id: string; application_name: string; company_id: number };

/** A repeat sends again. */
export const sendTest = async (body: Sending & { notifications: Receiver[] }) =>
  (await unwrap(herald.POST('/campaigns/api/v1/test', { body }))).data.uuid;

export type Launch = Sending & {
  name: string;
  segment_id?: string;
  notifications?: Receiver[];
  rate?: number;
  finish_date?: string;
  needs_approval?: boolean;
  confirmed_devices: number;
};

export const launch = async (body: Launch): Promise<string> => {
  const header = keyFor(body);
  const { uuid } = (await unwrap(herald.POST('/campaigns/api/v1/campaign', { params: { header }, body }))).data;
  keys.clear();
  return uuid;
};
