import type { Caller } from '@herald/auth';

/** The condition that limits a query to the caller's companies. Every read of a company's records has it. */
export function ownedBy<Field extends string = 'company_id'>(
  { companies }: Caller,
  field = 'company_id' as Field,
): { [key in Field]?: string | { $in: string[] } } {
  if (companies === '*') return {};
  const held = companies.length === 1 ? companies[0]! : { $in: [...companies] };
  return { [field]: held } as { [key in Field]?: string | { $in: string[] } };
}
