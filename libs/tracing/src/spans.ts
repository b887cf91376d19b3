import { AsyncResource } from 'node:async_hooks';
import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  defaultTextMapSetter,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import { current, type CurrentTrace, type Tracing } from './current';
import { fromOutside } from './from-outside';

export type { Span };
export type TracingOf = (service: string) => Tracing | undefined;
/** The headers of W3C Trace Context. */
export type TraceHeaders = { traceparent?: string; tracestate?: string };

export type SpanOptions = {
  /** Of few different values: a pattern, never what a caller sends. */
  name: string;
  kind?: 'client' | 'producer';
  /** Neither secrets nor personal data: collectors keep them for other readers than the databases. */
  attributes?: Attributes;
  /** Errors that are no failure of the work. */
  isExpected?: (error: unknown) => boolean;
};

type TraceOptions = Omit<SpanOptions, 'kind'> & {
  kind?: 'server' | 'consumer';
  /** The sender's headers: the span continues its trace, unless they are malformed. */
  headers?: object;
  /** The headers come from outside: whether the trace is recorded is decided here and not by the sender. */
  isOutside?: boolean;
  /** Starts a trace of its own with a link to the sender's: for parts of long work. */
  isLinked?: boolean;
  /** Records the span only if others follow below it, or it fails. */
  isOptional?: boolean;
};

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
const kindOf = (kind?: keyof typeof kinds) => (kind ? kinds[kind] : SpanKind.INTERNAL);

/** Takes attributes and drops them: the span where nothing is recorded. */
export const noSpan: Span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Runs work of a request, a message or a job in a span of its service. */
export async function startTrace<T>(
  tracing: Tracing | undefined,
  options: TraceOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(noSpan);
  const sender = contextOf(tracing, options);
  const parent = options.isLinked ? ROOT_CONTEXT : sender;
  const { name, kind, attributes, isOptional } = options;
  const links = options.isLinked ? linksTo(sender) : [];
  const span = tracing.tracer.startSpan(name, { kind: kindOf(kind), attributes, links }, parent);
  const entered = { tracing, context: trace.setSpan(ROOT_CONTEXT, span), hasChildren: false };
  const isRecorded = () => !isOptional || entered.hasChildren;
  return runIn(entered, span, { ...options, isRecorded }, work);
}

/** Runs work in a span below the current one; without a current one nothing is recorded. */
export async function withSpan<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = current.getStore()?.trace;
  if (!parent) return work(noSpan);
  const { tracing } = parent;
  const span = childOf(parent, options);
  return runIn({ tracing, context: trace.setSpan(ROOT_CONTEXT, span), hasChildren: false }, span, options, work);
}

/** Starts a span below the current one, which its caller ends. */
export function startSpan(options: SpanOptions): Span {
  const parent = current.getStore()?.trace;
  return parent ? childOf(parent, options) : noSpan;
}

function childOf(parent: CurrentTrace, { name, kind, attributes }: SpanOptions): Span {
  parent.hasChildren = true;
  return parent.tracing.tracer.startSpan(name, { kind: kindOf(kind), attributes }, parent.context);
}

type RunOptions = Pick<SpanOptions, 'isExpected'> & { isRecorded?: () => boolean };

async function runIn<T>(
  entered: CurrentTrace,
  span: Span,
  { isExpected, isRecorded = () => true }: RunOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  let isFailed = false;
  try {
    return await current.run({ ...current.getStore(), trace: entered }, () => work(span));
  } catch (error) {
    isFailed = !isExpected?.(error);
    // Only its name: the message of an error may quote values of callers.
    if (isFailed) fail(span, error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    // A span that is not ended is dropped.
    if (isFailed || isRecorded()) span.end();
  }
}

/** Marks the work of a span as failed. `type` is of few different values: the name of an error, a status. */
export function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
}

/** The headers with which another process continues the current trace. */
export function traceHeaders(): TraceHeaders {
  const entered = current.getStore()?.trace;
  const headers: TraceHeaders = {};
  entered?.tracing.propagator.inject(entered.context, headers, defaultTextMapSetter);
  return headers;
}

/** Runs work as part of the trace of stored headers, by the current service. */
export function inTrace<T>(headers: TraceHeaders | undefined, work: () => T): T {
  const store = current.getStore();
  const tracing = store?.trace?.tracing;
  if (!tracing || !headers) return work();
  return current.run(
    { ...store, trace: { tracing, context: contextOf(tracing, { headers }), hasChildren: false } },
    work,
  );
}

/** Links the current span to the trace of stored headers. */
export function linkToTrace(headers: TraceHeaders | undefined): void {
  const entered = current.getStore()?.trace;
  if (!entered || !headers) return;
  trace.getSpan(entered.context)?.addLinks(linksTo(contextOf(entered.tracing, { headers })));
}

/** The id of the current trace, for log lines. */
export function currentTraceId(): string | undefined {
  const entered = current.getStore()?.trace;
  return entered && trace.getSpanContext(entered.context)?.traceId;
}

/** A function that runs in the trace and with the request id of now, whatever calls it later. */
export const bindTrace = <Run extends (...args: never[]) => unknown>(run: Run): Run =>
  AsyncResource.bind(run as never) as Run;

function contextOf(
  { propagator }: Tracing,
  { headers = {}, isOutside }: TraceOptions | { headers: object; isOutside?: boolean },
): Context {
  const sender = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  return isOutside ? sender.setValue(fromOutside, true) : sender;
}

function linksTo(sender: Context): Link[] {
  const context = trace.getSpanContext(sender);
  return context ? [{ context }] : [];
}
