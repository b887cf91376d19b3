import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@herald/auth';
import { unavailable } from './errors';
import type { Release } from './route';
import { tenantWeights } from './tenant-weights';

export type AdmissionOptions = {
  /** The duration of a good request. */
  goodMs?: number;
  /** Requests in flight of this weight together are always admitted. */
  least?: number;
  now?: () => number;
};

const periodMs = 200;
const growth = 1.5;
/** The weight of a new period in the average rate. */
const share = 0.3;
const maxRetrySeconds = 10;
const bytesPerWeight = 65_536;
const maxWeight = 20;

const weightOfBytes = (bytes: number): number => Math.min(maxWeight, 1 + Math.floor(bytes / bytesPerWeight));

/** Large bodies take long to handle. One of unknown length counts as small until it was read. */
export const weightOf = ({ headers }: { headers: IncomingHttpHeaders }): number =>
  weightOfBytes(Number(headers['content-length'] ?? 0));

const rowsPerWeight = 500;

/** Many rows take long to read. Our services walk with large pages of small rows, a few at a time. */
export function furtherWeightOfPage({ query }: { query: unknown }, { isService }: Pick<Caller, 'isService'>): number {
  const { per_page = 0 } = query as { per_page?: number };
  return isService ? 0 : Math.floor(per_page / rowsPerWeight);
}

/** What a body that was read weighs more than at the door. */
export const furtherWeightOf = (req: { headers: IncomingHttpHeaders; body?: unknown }): number =>
  Buffer.isBuffer(req.body) ? weightOfBytes(req.body.length) - weightOf(req) : 0;

/**
 * Limits the requests of a route that are in flight, by their weight, and refuses others before they are read: 503 with
 * `Retry-After`. A flood of requests raises the limit step by step, to as many as are answered in the time of a good
 * request; afterwards it falls back. A tenant within an equal share of the limit is admitted even if others exhaust it.
 * The times to return are spread over callers that are refused together.
 */
export function admission({ goodMs = 1_000, least = 200, now = () => performance.now() }: AdmissionOptions = {}) {
  let limit = least;
  let inFlight = 0;
  const tenants = tenantWeights();
  let period = newPeriod(now());
  /** Requests that were refused lately and will return. */
  let returning = 0;
  let perSecond = 100;

  const endPeriod = (at: number) => {
    const { since, answered, refused, longestMs, most } = period;
    const rate = (answered * 1000) / (at - since);
    perSecond += (rate - perSecond) * share;
    const isFlooded = refused > 0 || longestMs > goodMs;
    const wanted = isFlooded ? (rate * goodMs) / 1000 : Math.min(limit, growth * most);
    limit = Math.max(least, Math.round(Math.min(limit * growth, Math.max(limit / growth, wanted))));
    returning = Math.max(0, returning - answered);
    period = newPeriod(at);
  };
  const retrySeconds = () => {
    const waitSeconds = (inFlight + returning) / perSecond;
    return Math.min(maxRetrySeconds, 1 + Math.ceil(Math.random() * waitSeconds));
  };
  return {
    /** Returns what to call when the request is answered, or throws. */
    admit(weight: number, tenant: string): Release {
      const began = now();
      if (inFlight + weight > limit && !tenants.isWithinShare(weight, tenant, limit)) {
        period.refused++;
        returning += weight;
        throw unavailable({ errors: 'Too many requests are in flight' }, retrySeconds());
      }
      if (inFlight === 0) period = newPeriod(began);
      inFlight += weight;
      tenants.add(weight, tenant);
      period.most = Math.max(period.most, inFlight);
      return () => {
        const at = now();
        inFlight -= weight;
        tenants.add(-weight, tenant);
        period.answered += weight;
        period.longestMs = Math.max(period.longestMs, at - began);
        if (at - period.since >= periodMs) endPeriod(at);
      };
    },
  };
}

const newPeriod = (since: number) => ({ since, answered: 0, refused: 0, longestMs: 0, most: 0 });
