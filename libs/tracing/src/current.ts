import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, TextMapPropagator, Tracer } from '@opentelemetry/api';

/** Records the spans of one service. There is none where no collector is set. */
export type Tracing = { tracer: Tracer; propagator: TextMapPropagator };

/** The trace that the current work belongs to. */
export type CurrentTrace = { tracing: Tracing; context: Context; /** Spans follow below it. */ hasChildren: boolean };

/** What logs, calls and messages carry of the current request, message or job. No behaviour depends on it. */
type Current = { requestId?: string; trace?: CurrentTrace };

export const current = new AsyncLocalStorage<Current>();
