import type { Responses, ResponseFailure, ResponseSent } from '@parse/node-apn';
import { apnsOutcome } from './apns';
import type { Outcome } from './provider';

type LibraryError = Error & { code?: string; cause?: () => LibraryError | undefined };
type Failure = Omit<ResponseFailure, 'error'> & { error?: LibraryError; code?: string };

/** Errors of streams that were never sent: the session was closing, or was never established. */
const notSentCodes = new Set(['ERR_HTTP2_GOAWAY_SESSION', 'ERR_HTTP2_INVALID_SESSION', 'ERR_HTTP2_STREAM_CANCEL']);

/** The outcome of one push; `lost` is its answer when there was no response. `busy` never says how long to wait. */
export function apnsLibraryOutcome({ sent, failed }: Responses<ResponseSent, ResponseFailure>, lost: string): Outcome {
  const failure = failed[0] as Failure | undefined;
  if (!failure) return { kind: 'sent', name: (sent[0] as { 'apns-id'?: string })['apns-id'] ?? '' };
  const { status, response, error } = failure;
  // Where no response came, the library gives a text as status, or none.
  if (typeof status !== 'number') return connectionOutcome(failure, lost);
  const reason = response?.reason ?? error?.message;
  return apnsOutcome({ status, headers: {}, body: JSON.stringify({ reason }) });
}

function connectionOutcome({ error, code }: Failure, lost: string): Outcome {
  const cause = error?.cause?.();
  if (isRefusedStream(cause)) return { kind: 'busy', answer: 'The connection took no more' };
  if (!notSentCodes.has(cause?.code ?? code ?? '')) return { kind: 'unknown', answer: lost };
  return { kind: 'busy', answer: `No connection: ${connectErrorCode(cause)}` };
}

/** The server did not process the stream. Node has no field for the code of a reset, but its name in the message. */
function isRefusedStream(error: LibraryError | undefined): boolean {
  return error?.code === 'ERR_HTTP2_STREAM_ERROR' && error.message.endsWith('NGHTTP2_REFUSED_STREAM');
}

/** Node's error of a canceled stream names the error of the session as its cause. */
function connectErrorCode(canceled: object | undefined): string {
  const { cause } = (canceled ?? {}) as { cause?: { code?: string } };
  return cause?.code ?? 'closed';
}
