import { HeraldError } from '@herald/client-sdk';

/** What a 422 says of each field, under the API's name of the field. */
export type FieldErrors = Record<string, string>;

export function fieldErrorsOf(error: Error | null): FieldErrors {
  if (!(error instanceof HeraldError) || error.status !== 422) return {};
  const { errors } = Object(error.body) as { errors?: unknown };
  if (typeof errors !== 'object' || errors === null) return {};
  const entries = Object.entries(errors).map(([field, texts]) => [field, [texts].flat().map(String).join(', ')]);
  return Object.fromEntries(entries) as FieldErrors;
}
