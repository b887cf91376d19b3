import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';
import type { Filters } from '../parts/record-search';

export type SubjectRequest = AnswerOf<'listSubjectRequests'>['subject_request'][number];
export type LegalHold = AnswerOf<'listLegalHolds'>['legal_hold'][number];
export const requestKinds = ['access', 'erase', 'block', 'unblock'] as const satisfies SubjectRequest['kind'][];
export const perPage = 20;

const requests = '/identification/api/v1/subject_request';
const holds = '/identification/api/v1/legal_hold';
const every = 2_000;

/** The requests of a company's persons; read again while one is in progress. */
export const requestsQuery = (company: number, page: number, { state, kind }: Filters) =>
  queryOptions({
    queryKey: ['subject-requests', company, page, state, kind],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const filters = { ...(state ? { state: state[0] } : {}), ...(kind ? { kind: kind[0] } : {}) };
      const query = { company_id: String(company), page, per_page: perPage, ...filters };
      return unwrap(herald.GET(requests, { params: { query: query as never }, signal }));
    },
    refetchInterval: ({ state: { data } }) => data?.subject_request.some(isRunning) && every,
  });

export const requestQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['subject-request', uuid],
    queryFn: async ({ signal }) =>
      (await unwrap(herald.GET(`${requests}/{uuid}`, { params: { path: { uuid } }, signal }))).subject_request,
    refetchInterval: ({ state: { data } }) => data && isRunning(data) && every,
  });

export const isRunning = ({ state }: Pick<SubjectRequest, 'state'>) => state === 'running';

type NewRequest = { kind: SubjectRequest['kind']; subject: Record<string, string>; reason: string };

export const createRequest = (company: number, { kind, subject, reason }: NewRequest) =>
  unwrap(
    herald.POST(requests, { body: { company_id: String(company), kind, subject, ...(reason ? { reason } : {}) } }),
  );

export const holdsQuery = (company: number, page: number) =>
  queryOptions({
    queryKey: ['legal-holds', company, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { company_id: String(company), page, per_page: perPage };
      return unwrap(herald.GET(holds, { params: { query: query as never }, signal }));
    },
  });

type HoldBody = { dni: string; reason: string };

export const placeHold = (company: number, body: HoldBody) =>
  unwrap(herald.PUT(holds, { body: { company_id: String(company), ...body } }));

export const liftHold = (company: number, body: HoldBody) =>
  unwrap(herald.DELETE(holds, { body: { company_id: String(company), ...body } }));

type Kept = AnswerOf<'readRetention'>['retention'][number];
export type KeptKind = Kept['kinds'][number] & Pick<Kept, 'service' | 'reported_at'>;

/** One row for each kind of data of each service. */
export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: async ({ signal }): Promise<KeptKind[]> => {
    const { retention } = await unwrap(herald.GET('/identification/api/v1/retention', { signal }));
    return retention.flatMap(({ service, reported_at, kinds }) =>
      kinds.map((kind) => ({ ...kind, service, reported_at })),
    );
  },
});
