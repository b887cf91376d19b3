import { currentRequestId, currentTraceId } from '@herald/tracing';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Logs JSON lines to standard output, each with its request id and, where spans are recorded, its trace id. */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => {
      const id = currentRequestId();
      const traceId = currentTraceId();
      return { ...(id ? { request_id: id } : {}), ...(traceId ? { trace_id: traceId } : {}) };
    },
    serializers: { err: safeError },
  };
  return to ? pino(options, to) : pino(options);
}

type SafeError = { type: string; message: string; code?: unknown; stack?: string; cause?: SafeError };

/** An error without values of callers: drivers quote values in their messages, and URLs contain tokens. */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error object' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(code === undefined ? {} : { code }),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  };
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

const hidden = '[hidden]';

function withoutValues(message: string): string {
  return message
    .replace(/dup key: .*/s, `dup key: ${hidden}`)
    .replace(/"(?:[^"\\]|\\.)*"/g, `"${hidden}"`)
    .replace(/\/\/[^/\s@]+@/g, `//${hidden}@`)
    .replace(/[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, hidden)
    .replace(/[\w.+-]+@[\w-]+\.[\w.]+/g, hidden)
    .replace(/\d{6,}/g, hidden)
    .slice(0, 500);
}
