const messages: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Payload too large',
  415: 'Unsupported media type',
  422: 'Fail',
  429: 'Too many requests',
  500: 'Internal Server Error',
  503: 'Service unavailable',
  507: 'Insufficient storage',
};

export type ErrorDetail = {
  /** Replaces the route's resource in the answer. */
  resource?: string;
  message?: string;
  errors?: unknown;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** A failure that is safe to show: its status and texts go into the answer unchanged. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly detail: ErrorDetail = {},
  ) {
    super(detail.message ?? messages[status] ?? 'Error', { cause: detail.cause });
  }
}

type WithoutStatus = (detail?: ErrorDetail) => HttpError;
const failing =
  (status: number): WithoutStatus =>
  (detail) =>
    new HttpError(status, detail);

export const badRequest = failing(400);
export const forbidden = failing(403);
export const notFound = failing(404);
export const conflict = failing(409);
export const invalid = failing(422);

/** 401 with the challenge of RFC 6750. */
export const unauthorized = (): HttpError => new HttpError(401, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** 429 with `Retry-After`. */
export const tooManyRequests = (seconds: number): HttpError =>
  new HttpError(429, { headers: { 'Retry-After': String(seconds) } });

/** 507: the disk is full until the operator frees space. */
export const insufficientStorage = (detail: ErrorDetail = {}): HttpError =>
  new HttpError(507, { ...detail, headers: { 'Retry-After': '60' } });

/** 503: a dependency is down or at its limit. */
export const unavailable = (detail: ErrorDetail = {}, seconds = 5): HttpError =>
  new HttpError(503, { ...detail, headers: { 'Retry-After': String(seconds), ...detail.headers } });
