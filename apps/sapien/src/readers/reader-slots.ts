import { HttpError, type Guard } from '@herald/http';
import type { SapienDeps } from '../deps';
import { unavailableAnswer } from '../refusals';

/** Limits uploads and readings, fairly among the companies. Every 503 has the text of the contract. */
export const readerSlots: Guard<SapienDeps> = {
  beforeBody: ({ companies }, { readers }) => readers.acquireUploadSlot(String(companies)),
  beforeHandle: ({ body }, { readers }) => readers.acquireSlot((body as { company_id: string }).company_id),
  onError: (error) => (error.status === 503 ? new HttpError(503, { ...error.detail, ...unavailableAnswer }) : error),
};
