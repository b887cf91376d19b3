export { currentRequestId, requestIdFrom, withRequestId } from './request-id';
export {
  bindTrace,
  currentTraceId,
  fail,
  inTrace,
  linkToTrace,
  noSpan,
  startSpan,
  startTrace,
  traceHeaders,
  withSpan,
  type Span,
  type SpanOptions,
  type TraceHeaders,
  type TracingOf,
} from './spans';
export type { Tracing } from './current';
