import { HttpError, type Guard, type Release } from '@herald/http';
import type { SapienDeps } from '../deps';
import { unavailableAnswer } from '../refusals';

/** Limits uploads and readings, fairly among the companies. Every 503 has the text of the contract. */
export const readerSlots: Guard<SapienDeps> = {
  beforeBody: ({ companies }, deps) => counted(deps, () => deps.readers.acquireUploadSlot(String(companies))),
  beforeHandle: ({ body }, deps) =>
    counted(deps, () => deps.readers.acquireSlot((body as { company_id: string }).company_id)),
  onError: (error) => (error.status === 503 ? new HttpError(503, { ...error.detail, ...unavailableAnswer }) : error),
};

function counted({ metrics }: SapienDeps, acquire: () => Release): Release {
  try {
    return acquire();
  } catch (error) {
    throw metrics.refused('no_slot', error);
  }
}
