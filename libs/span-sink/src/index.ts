export { spanSink, type ReceivedSpan, type SpanSink } from './span-sink';
