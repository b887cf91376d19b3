import { weightOf } from './admission';
import { authenticateRequest, authorize } from './authorize';
import { handlerCaller } from './call-handler';
import type { AppContext } from './context';
import { linkCaller } from './guards';
import { inputReader } from './read-input';
import type { Admit, RequestInFlight } from './request-in-flight';
import type { Route } from './route';
import type { Outcome } from './to-outcome';

/**
 * The stages of a request, in this order: token, admission, scope, input, handler. Each one throws to refuse the
 * request.
 */
export function requestStages(route: Route<never>, context: AppContext<never>, admit: Admit) {
  const readInput = inputReader(route, context, admit);
  const callHandler = handlerCaller(route, context);
  return async (request: RequestInFlight): Promise<Outcome> => {
    const caller = await authenticateRequest(request.req, route, context);
    // Before the caller is noted: a record for each refusal would add to a flood.
    admit(weightOf(request.req), caller, request);
    // A refusal, too, leaves a record of its caller.
    request.progress.caller = caller;
    if (caller !== linkCaller) {
      context.takeToken(caller);
      authorize(caller, route);
    }
    return callHandler(request, caller, await readInput(request, caller));
  };
}
