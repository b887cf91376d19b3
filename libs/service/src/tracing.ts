import type { TracingOf } from '@herald/tracing';
import type { HouseSettings } from './settings';

type OpenTracing = { tracingOf: TracingOf; stop(): Promise<void> };

/** Opens the export of spans. Without a collector nothing of it is loaded. */
export async function openTracing(
  settings: HouseSettings,
  version: string,
  onError: (error: unknown) => void,
): Promise<OpenTracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = settings;
  if (!endpoint) return { tracingOf: () => undefined, stop: async () => {} };
  const { startExport } = await import('@herald/tracing/export');
  const { tracingOf, stop } = startExport({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    version,
    onError,
  });
  return { tracingOf: (service) => tracingOf(serviceName ?? service), stop };
}
