import type { TraceHeaders } from '@herald/tracing';
import { gatheredVersion, type Gathered } from './gather';
import { traceHeadersOf } from './message-spans';

/** A message as it arrived. */
export type Arrived = {
  /** Undefined: it is not JSON. */
  json: unknown;
  content(): Buffer;
  trace: TraceHeaders;
};

/** The messages of a delivery: several where their sender gathered them. */
export function messagesIn(content: Buffer, headers: Record<string, unknown> | undefined): Arrived[] {
  const json = parsed(content);
  if (!isGathered(json)) return [{ json, content: () => content, trace: traceHeadersOf(headers) }];
  return json.messages.map(({ message, trace }) => ({
    json: message,
    content: () => Buffer.from(JSON.stringify(message)),
    trace: traceHeadersOf(Object(trace) as TraceHeaders),
  }));
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

/** Other senders may have written anything: what is not as gathered ones are is read as one message, and refused. */
function isGathered(json: unknown): json is Gathered {
  const { version, messages } = Object(json) as Partial<Gathered>;
  if (version !== gatheredVersion || !Array.isArray(messages) || messages.length === 0) return false;
  return messages.every((one: unknown) => Object(Object(one) as object) === one && 'message' in (one as object));
}
