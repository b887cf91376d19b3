import { randomUUID } from 'node:crypto';
import type { Context } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Tracing } from './current';
import { fromOutside } from './from-outside';

export type ExportOptions = {
  /** The collector's address; spans go to `/v1/traces` below it. */
  endpoint: string;
  /** `name=value,name=value`, percent-encoded. */
  headers?: string;
  /** One of OTEL_TRACES_SAMPLER's names. */
  sampler: string;
  ratio: number;
  version: string;
  /** Called with the first failure after a success. */
  onError(error: unknown): void;
};
type TraceExport = {
  tracingOf(serviceName: string): Tracing;
  /** Sends what is left, within a time. It does not fail. */
  stop(): Promise<void>;
};

/** While the collector does not answer, at most these spans wait for it, and others are dropped. */
const maxQueueSize = 4_096;
/** A collector that is slower than this at a stop gets nothing more. */
const stopTimeoutMs = 2_000;

/** Sends spans to a collector, with OTLP over HTTP. Loads the SDK: imported only where a collector is set. */
export function startExport({ endpoint, headers = '', version, onError, ...sampling }: ExportOptions): TraceExport {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
  });
  const processor = new BatchSpanProcessor({ exporter: watched(exporter, onError), maxQueueSize });
  const sampler = samplerOf(sampling);
  const propagator = new W3CTraceContextPropagator();
  const instance = randomUUID();
  const tracings = new Map<string, Tracing>();
  const open = (serviceName: string): Tracing => {
    const resource = resourceFromAttributes({
      'service.namespace': 'herald',
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': instance,
    });
    const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
    return { tracer: provider.getTracer('herald', version), propagator };
  };
  return {
    tracingOf(serviceName) {
      const tracing = tracings.get(serviceName) ?? open(serviceName);
      tracings.set(serviceName, tracing);
      return tracing;
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const timeIsOver = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopTimeoutMs)));
      await Promise.race([processor.shutdown().catch(() => {}), timeIsOver]);
      clearTimeout(timer);
    },
  };
}

/** Reports an outage of the collector once, and not with each batch that it loses. */
function watched(exporter: SpanExporter, onError: ExportOptions['onError']): SpanExporter {
  let isDown = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailed = result.code !== ExportResultCode.SUCCESS;
        if (isFailed && !isDown) onError(result.error);
        isDown = isFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** Whether a trace is recorded. Senders within Herald decide for what follows them; senders outside do not. */
function samplerOf({ sampler, ratio }: Pick<ExportOptions, 'sampler' | 'ratio'>): Sampler {
  const [, prefix, name] = /^(parentbased_)?(.*)$/.exec(sampler)!;
  const root = rootSamplerOf(name!, ratio);
  if (!prefix) return root;
  const parentBased = new ParentBasedSampler({ root });
  const ids = new RandomIdGenerator();
  return {
    shouldSample(context: Context, traceId, ...rest) {
      // An id of a caller's choice could always pass the ratio: another one is drawn.
      if (context.getValue(fromOutside)) return root.shouldSample(context, ids.generateTraceId(), ...rest);
      return parentBased.shouldSample(context, traceId, ...rest);
    },
    toString: () => `Herald{${parentBased.toString()}}`,
  };
}
