import { startSpan } from '@herald/tracing';
import type { Outcome, ProviderName } from '../providers/provider';

/** The span of the pushes of a batch to one provider. A span for each device would cost more than its push. */
export function pushSpan(provider: ProviderName) {
  const span = startSpan({ name: `push batch to ${provider}`, kind: 'client' });
  const counts = new Map<Outcome['kind'], number>();
  return {
    count: ({ kind }: Outcome) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    end(): void {
      for (const [kind, count] of counts) span.setAttribute(`herald.pushes.${kind}`, count);
      span.end();
    },
  };
}
