import { notFound, route, success } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { legalHolds } from './legal-hold.model';
import { holdBody } from './place-legal-hold';

export const liftLegalHold = route('DELETE /identification/api/v1/legal_hold', {
  summary: "Allow a person's data to be erased again",
  description: 'The hold stays in the list as lifted, with both reasons, until the person is erased.',
  scope: 'privacy:write',
  resource: 'Legal hold',
  body: holdBody,
  company: 'body.company_id',
  returns: success(200, 'Lifted', legalHolds.answer, { envelopeKey: 'legal_hold' }),
  errors: { 404: 'No hold is in force for the person' },
  example: { body: { company_id: 1, dni: '12.345.678-K', reason: 'Case 4711 is closed' } },
  async handle({ body, note }, { LegalHold }: IdentificationDeps) {
    const { company_id, dni, reason } = body;
    note({ company_id });
    const lifted = { $set: { lifted_at: new Date(), lift_reason: reason } };
    const inForce = { company_id, dni, lifted_at: null };
    const hold = await LegalHold.findOneAndUpdate(inForce, lifted, { returnDocument: 'after' }).lean();
    if (!hold) throw notFound();
    return legalHolds.toAnswer(hold);
  },
});
