import type { Family } from './services';

export type Paging = { page: number; per_page: number; total: number; next?: string | null };
export type Success = {
  code: number;
  resource: string;
  envelopeKey: string;
  message: string;
  data: unknown;
  paging?: Partial<Paging>;
};
export type FieldErrors = Record<string, string[]>;
export type Failure = {
  code: number;
  resource: string;
  message: string;
  errors?: unknown;
  /** Only code and message (family A's 401 and 403). */
  bare?: boolean;
};

/** The body of a success in its family's envelope. */
export function successBody(family: Family, { code, resource, envelopeKey, message, data, paging }: Success): object {
  if (family === 'A') return { code, resource, data, message, ...paging };
  if (family === 'B') return { status: true, message, [envelopeKey]: data, ...paging };
  return { status: 'success', code, message, resource, total: paging?.total ?? 1, data };
}

/** The body of a failure in its family's envelope. */
export function failureBody(family: Family, { code, resource, message, errors, bare }: Failure): object {
  if (family === 'B') return { status: false, message, ...(errors === undefined ? {} : { errors }) };
  if (family === 'C') return { status: 'error', code, message, resource, total: 0, error: errorList(errors, message) };
  if (bare) return { code, message };
  return { code, resource, message, ...(errors === undefined ? {} : { errors }) };
}

/** Family C has its error as one text, or as one entry for each field. */
function errorList(errors: unknown, message: string): unknown {
  if (errors === undefined) return message;
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return errors;
  return Object.entries(errors as FieldErrors).flatMap(([param, messages]) =>
    messages.map((msg) => ({ location: 'body', param, msg })),
  );
}
