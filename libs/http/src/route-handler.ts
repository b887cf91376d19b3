import type { Request, Response } from 'express';
import { admission } from './admission';
import { tenantKey } from './caller-key';
import type { AppContext } from './context';
import { HttpError, unavailable } from './errors';
import type { Admit, Progress } from './request-in-flight';
import { requestSpans } from './request-span';
import { requestStages } from './request-stages';
import type { Route } from './route';
import { failureAnswer, sendAnswer, sendFile } from './send';
import { sendStream } from './send-stream';
import { releaseAll } from './slots';
import { discard } from './temp-files';
import type { Outcome } from './to-outcome';
import { withTimeout } from './with-timeout';
import { writeLogger } from './write-log';

type Context = AppContext<never>;

/** The Express handler of a route: runs the stages of each request, logs a write, and sends the answer. */
export function routeHandler(route: Route<never>, context: Context) {
  const runStages = requestStages(route, context, admitter(route));
  const toHttpError = errorTranslator(route, context);
  const logWrite = writeLogger(route, context);
  const inSpan = requestSpans(route, context);
  const { family, service } = context;

  const run = async (req: Request, res: Response, progress: Progress): Promise<Outcome> => {
    try {
      const work = (signal: AbortSignal) => runStages({ req, res, progress, signal });
      const outcome = await withTimeout(route.timeoutSeconds, res, work);
      await logWrite(progress, outcome);
      return outcome;
    } catch (error) {
      const outcome = failureAnswer(family, route.resource.error, toHttpError(error));
      await logWrite(progress, outcome);
      return outcome;
    }
  };
  const answer = async (req: Request, res: Response, progress: Progress): Promise<Outcome> => {
    const started = performance.now();
    const outcome = await run(req, res, progress);
    await discard(progress.files);
    if (!outcome.stream) releaseAll(progress.slots);
    releaseAll(progress.admissions);
    if (!req.complete) closeAfterAnswer(req, res);
    if (outcome.file) await sendFile(res, outcome.file).catch(() => res.destroy());
    else if (!outcome.stream) sendAnswer(res, outcome);
    const seconds = (performance.now() - started) / 1000;
    context.onAnswer({ service, method: route.method, route: route.path, status: outcome.status, seconds });
    return outcome;
  };
  return async (req: Request, res: Response): Promise<void> => {
    const progress: Progress = { note: {}, files: {}, admissions: [], slots: [] };
    const { stream } = await inSpan(req, () => answer(req, res, progress));
    // The duration of a stream is its reader's, and says nothing of the load.
    if (stream) await sendStream(res, stream, toHttpError).finally(() => releaseAll(progress.slots));
  };
}

/** Admits requests of the route by their weight, or throws. */
function admitter({ body }: Route<never>): Admit {
  // The duration of an upload is its caller's, and says nothing of the load.
  if (body?.upload) return () => {};
  const limit = admission();
  return (weight, caller, { progress, signal }) => {
    // After an abort the answer is settled, and nothing would end the admission any more.
    if (signal.aborted) throw unavailable();
    if (weight > 0) progress.admissions.push(limit.admit(weight, tenantKey(caller)));
  };
}

/** Makes an answer of any error: a guard may replace it, and an unknown one is reported as a 500. */
function errorTranslator({ guards }: Route<never>, { translate, onError }: Context) {
  return (error: unknown): HttpError => {
    const known = error instanceof HttpError ? error : translate(error);
    if (!known) onError(error);
    return guards.reduce((answer, guard) => guard.onError?.(answer) ?? answer, known ?? new HttpError(500));
  };
}

const lingerMs = 2_000;

/** Closes a connection whose body is still arriving when its answer is sent: a slow body would hold it open. */
function closeAfterAnswer(req: Request, res: Response): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  res.once('finish', () => setTimeout(() => req.socket.destroy(), lingerMs).unref());
  req.resume();
}
