import type { IdentificationDeps } from '../deps';

/** True while a hold of the company is in force for one of the persons. */
export async function isHeld(
  company_id: string,
  dnis: string[],
  { LegalHold }: Pick<IdentificationDeps, 'LegalHold'>,
): Promise<boolean> {
  return (await LegalHold.exists({ company_id, dni: { $in: dnis }, lifted_at: null })) !== null;
}
