import { companyId, dni, object, text } from '@herald/contracts';
import { conflict, route, updated } from '@herald/http';
import { retryOnCollision } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { legalHolds } from './legal-hold.model';

/** Of both routes: in the body, because addresses end up in logs. */
export const holdBody = object({ company_id: companyId(), dni: dni(), reason: text(1_000) });

export const placeLegalHold = route('PUT /identification/api/v1/legal_hold', {
  summary: "Keep a person's data from being erased",
  description:
    'While the hold is in force, requests for erasure of the person are refused. A repeat changes the reason.',
  scope: 'privacy:write',
  resource: 'Legal hold',
  body: holdBody,
  company: 'body.company_id',
  returns: updated(legalHolds.answer, { envelopeKey: 'legal_hold' }),
  errors: { 409: 'An erasure of the person has begun' },
  example: { body: { company_id: 1, dni: '12.345.678-K', reason: 'Case 4711 of the civil court' } },
  async handle({ body, note }, deps: IdentificationDeps) {
    const { company_id, dni, reason } = body;
    note({ company_id });
    const wanted = { company_id, dni, lifted_at: null };
    const update = { $set: { reason }, $setOnInsert: { lift_reason: null } };
    const placing = () => deps.LegalHold.updateOne(wanted, update, { upsert: true });
    const { upsertedId } = await retryOnCollision(placing);
    // Stored first: an erasure that has begun looks for holds before it erases, so one of the two sees the other.
    if (upsertedId && (await isErasing(company_id, dni, deps))) {
      await deps.LegalHold.deleteOne({ _id: upsertedId });
      throw conflict({ errors: 'An erasure of the person has begun' });
    }
    const hold = await deps.LegalHold.findOne(wanted).lean();
    return legalHolds.toAnswer(hold!);
  },
});

async function isErasing(company_id: string, dni: string, { SubjectRequest }: IdentificationDeps): Promise<boolean> {
  const begun = { company_id, kind: 'erase', state: 'running', step: 'erase', 'handles.dnis': dni } as const;
  return (await SubjectRequest.exists(begun)) !== null;
}
