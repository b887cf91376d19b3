import type { Answer } from '../server/handler';

type FcmCode =
  'UNREGISTERED' | 'INVALID_ARGUMENT' | 'QUOTA_EXCEEDED' | 'UNAVAILABLE' | 'INTERNAL' | 'UNAUTHENTICATED' | 'NOT_FOUND';

type ErrorTemplate = {
  readonly http: number;
  readonly status: string;
  readonly message: string;
  readonly isOfFcm: boolean;
};

const errors: Record<FcmCode, ErrorTemplate> = {
  UNREGISTERED: { http: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.', isOfFcm: true },
  INVALID_ARGUMENT: {
    http: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Request contains an invalid argument.',
    isOfFcm: true,
  },
  QUOTA_EXCEEDED: {
    http: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'Resource has been exhausted (e.g. check quota).',
    isOfFcm: true,
  },
  UNAVAILABLE: { http: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.', isOfFcm: true },
  INTERNAL: { http: 500, status: 'INTERNAL', message: 'Internal error encountered.', isOfFcm: true },
  UNAUTHENTICATED: {
    http: 401,
    status: 'UNAUTHENTICATED',
    message:
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other ' +
      'valid authentication credential.',
    isOfFcm: false,
  },
  NOT_FOUND: { http: 404, status: 'NOT_FOUND', message: 'Requested URL was not found.', isOfFcm: false },
};

const headersOfCode: { [code in FcmCode]?: Record<string, string> } = {
  UNAUTHENTICATED: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' },
};

/** An error response of Google's APIs; `field` names the invalid field of the request. */
export function googleError(
  code: FcmCode,
  more: { message?: string; field?: string; retryAfterSeconds?: number } = {},
): Answer {
  const { http, status, isOfFcm, ...template } = errors[code];
  const message = more.message ?? template.message;
  const details: unknown[] = isOfFcm
    ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }]
    : [];
  if (more.field !== undefined) {
    const fieldViolations = [{ field: more.field, description: message }];
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations });
  }
  return {
    status: http,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      ...headersOfCode[code],
      ...(more.retryAfterSeconds ? { 'retry-after': String(more.retryAfterSeconds) } : {}),
    },
    body: JSON.stringify({ error: { code: http, message, status, ...(details.length > 0 ? { details } : {}) } }),
  };
}
