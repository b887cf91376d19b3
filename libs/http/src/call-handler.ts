import type { Caller } from '@herald/auth';
import { v7 as newUuid } from 'uuid';
import type { AppContext } from './context';
import { unavailable } from './errors';
import { eventOptions } from './event-options';
import type { ReadInput } from './read-input';
import { onlyOnce } from './request-memory';
import type { RequestInFlight } from './request-in-flight';
import type { CheckedInput, LogNote, Release, Route } from './route';
import { startStream } from './send-stream';
import { acquireSlots } from './slots';
import { streamSlots } from './stream-slots';
import { toOutcome, type Outcome } from './to-outcome';

/** Calls the route's handler with a checked request: once for an `Idempotency-Key`, and within its limits. */
export function handlerCaller(route: Route<never>, context: AppContext<never>) {
  const acquireStream = streamSlots(route.returns.kind);
  const { deps, memory } = context;
  return async (
    request: RequestInFlight,
    caller: Caller,
    { input, files, fields, pick }: ReadInput,
  ): Promise<Outcome> => {
    const { req, progress, signal } = request;
    const outcomeOf = (given: unknown) =>
      toOutcome(route, context, given, { pick, openEvents: () => eventOptions(request, route, context) });
    const note = (more: LogNote) => void Object.assign(progress.note, more);
    const handle = async (uuid: string, isRepeatable: boolean) => {
      if (acquireStream) progress.slots.push(acquireStream(caller));
      progress.slots.push(acquireHandlerSlots(route, input, deps, signal));
      const given = { ...input, files, fields, caller, uuid, isRepeatable, note, signal };
      const { stream, ...outcome } = outcomeOf(await route.handle(given as never, deps));
      return stream ? { ...outcome, stream: await startStream(stream, signal) } : outcome;
    };
    const key = route.idempotent ? req.get('idempotency-key') : undefined;
    if (key === undefined) return handle(newUuid(), false);
    const { replay } = route;
    const again = replay && (async (uuid: string) => outcomeOf(await replay({ uuid, caller }, deps)));
    const fingerprint = [input, Object.entries(files).map(([name, { sha256 }]) => [name, sha256])];
    const keyed = { sent: key, route: `${context.service} ${route.path}`, caller, fingerprint };
    return onlyOnce(keyed, memory, { first: (uuid) => handle(uuid, true), again });
  };
}

/** After an abort the answer is settled, and nothing would release a slot any more. */
function acquireHandlerSlots(route: Route<never>, input: CheckedInput, deps: never, signal: AbortSignal): Release {
  const isLimited = route.guards.some(({ beforeHandle }) => beforeHandle);
  if (isLimited && signal.aborted) throw unavailable();
  return acquireSlots(route, (guard) => guard.beforeHandle?.(input, deps));
}
