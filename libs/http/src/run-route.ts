import type { Caller } from '@herald/auth';
import { v7 as newUuid } from 'uuid';
import type { Request, Response } from 'express';
import type { AppContext } from './context';
import { admission, furtherWeightOf, weightOf } from './admission';
import { HttpError, unavailable } from './errors';
import type { EventOptions } from './events';
import { fieldPicker } from './fields';
import { authenticate, authorize, authorizeInput } from './guard';
import { linkCaller } from './guards';
import { jsonReader } from './read-json';
import { onlyOnce } from './request-memory';
import { requestSpans } from './request-span';
import { isWrite, type CheckedInput, type LogNote, type Release, type Route } from './route';
import { failureAnswer, sendAnswer, sendFile } from './send';
import { sendStream, startStream } from './send-stream';
import { streamSlots } from './stream-slots';
import { toOutcome, type Outcome } from './to-outcome';
import { discard, type UploadedFile } from './temp-files';
import { multipartReader, type Multipart } from './uploads';
import { requestValidator } from './validate';
import { withTimeout } from './with-timeout';
import { isLoggedRead, writeEntry } from './write-log';

/** What is known so far of one request; the service-log record of a failure is made of it, wherever it failed. */
type Progress = {
  caller?: Caller;
  sent?: CheckedInput;
  note: LogNote;
  files: Record<string, UploadedFile>;
  /** Each ends the admission of a part of the request's weight. */
  admissions: Release[];
  /** Releases the slots of the handler and of a stream. */
  releases: Release[];
};
type Context = AppContext<never>;
type Admit = (weight: number, progress: Progress) => void;
type Work = (req: Request, res: Response, progress: Progress, signal: AbortSignal) => Promise<Outcome>;

/** The Express handler of a route: every request passes here. */
export function routeHandler(route: Route<never>, context: Context) {
  // The duration of an upload is its caller's, and says nothing of the load.
  const admitted = route.body?.upload ? undefined : admission();
  const admit: Admit = (weight, { admissions }) => {
    if (admitted && weight > 0) admissions.push(admitted.admit(weight));
  };
  const work = requestPipeline(route, context, admit);
  const { family, service } = context;
  const asHttpError = (error: unknown): HttpError => {
    const translated = error instanceof HttpError ? error : context.translate(error);
    if (!translated) context.onError(error);
    return route.guards.reduce((answer, guard) => guard.onError?.(answer) ?? answer, translated ?? new HttpError(500));
  };
  const logWrite = async ({ caller, sent, note }: Progress, { status, data, replayed }: Outcome) => {
    if (!caller || replayed || note.isUnchanged) return;
    if (isWrite(route) || isLoggedRead(route, { caller, status, data }))
      await context.onWrite(writeEntry(route, { caller, sent, note, status, data }));
  };
  const answer = async (req: Request, res: Response, release: Release, progress: Progress): Promise<Outcome> => {
    const started = performance.now();
    let outcome: Outcome;
    try {
      admit(weightOf(req), progress);
      outcome = await withTimeout(route.timeoutSeconds, res, (signal) => work(req, res, progress, signal));
      await logWrite(progress, outcome);
    } catch (error) {
      outcome = failureAnswer(family, route.resource.error, asHttpError(error));
      await logWrite(progress, outcome);
    }
    await discard(progress.files);
    if (!outcome.stream) release();
    progress.admissions.splice(0).forEach((leave) => leave());
    if (!req.complete) closeAfterAnswer(req, res);
    if (outcome.file) await sendFile(res, outcome.file).catch(() => res.destroy());
    else if (!outcome.stream) sendAnswer(res, outcome);
    const seconds = (performance.now() - started) / 1000;
    context.onAnswer({ service, method: route.method, route: route.path, status: outcome.status, seconds });
    return outcome;
  };
  const inSpan = requestSpans(route, context);
  return async (req: Request, res: Response): Promise<void> => {
    const progress: Progress = { note: {}, files: {}, admissions: [], releases: [] };
    const release = () => progress.releases.splice(0).forEach((one) => one());
    const { stream } = await inSpan(req, () => answer(req, res, release, progress));
    // The duration of a stream is its reader's, and says nothing of the load.
    if (stream) await sendStream(res, stream, asHttpError).finally(release);
  };
}

const lingerMs = 2_000;
/** In one process, for each route. */
const streamLimits = { csv: { perCaller: 3, total: 30 }, events: { perCaller: 10, total: 1_000 } };

/** Closes a connection whose body is still arriving when its answer is sent: a slow body would hold it open. */
function closeAfterAnswer(req: Request, res: Response): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  res.once('finish', () => setTimeout(() => req.socket.destroy(), lingerMs).unref());
  req.resume();
}

/** The stages of a request: token, scope, body, schemas, company and device, guards, idempotency, handler. */
function requestPipeline(route: Route<never>, context: Context, admit: Admit): Work {
  const readBody = bodyReader(route, context);
  const validate = requestValidator(route);
  const picker = fieldPicker(route);
  const limits = streamLimits[route.returns.kind as keyof typeof streamLimits];
  const acquireStream = limits && streamSlots(limits);
  const { deps, memory } = context;
  return async (req, res, progress, signal) => {
    const caller = await authenticateRequest(req, route, context);
    // A refusal, too, leaves a record of its caller.
    progress.caller = caller;
    if (caller !== linkCaller) {
      context.takeToken(caller);
      authorize(caller, route);
    }
    const releases = acquireAll(route, (guard) => guard.beforeBody?.(caller, deps));
    const { body, files } = await readBody(req, res).finally(releases);
    progress.files = files;
    await refuseLateBody(files, signal);
    admit(furtherWeightOf(req), progress);
    progress.sent = { params: req.params as Record<string, string>, query: req.query, body };
    const fields = picker?.read(req.query.fields);
    const input = validate(progress.sent);
    progress.sent = input;
    authorizeInput(caller, route, input);
    for (const guard of route.guards) await guard.check?.(input, { caller, memory });

    const answer = (given: unknown) =>
      toOutcome(route, context, given, {
        pick: fields && picker && ((data: unknown) => picker.pick(fields, data)),
        openEvents: () => eventOptions(req, res, route, context),
      });
    const note = (more: LogNote) => void Object.assign(progress.note, more);
    const handle = async (uuid: string, isRepeatable: boolean) => {
      if (acquireStream) progress.releases.push(acquireStream(caller));
      progress.releases.push(acquireSlots(route, input, deps, signal));
      const { stream, ...outcome } = answer(
        await route.handle({ ...input, files, fields, caller, uuid, isRepeatable, note, signal } as never, deps),
      );
      return stream ? { ...outcome, stream: await startStream(stream, signal) } : outcome;
    };
    const { replay } = route;
    const repeat = replay && (async (uuid: string) => answer(await replay({ uuid, caller }, deps)));
    const key = route.idempotent ? req.get('idempotency-key') : undefined;
    if (key === undefined) return handle(newUuid(), false);
    const fingerprint = [input, Object.entries(files).map(([name, { sha256 }]) => [name, sha256])];
    const request = { sent: key, route: `${context.service} ${route.path}`, caller, fingerprint };
    return onlyOnce(request, memory, { first: (uuid) => handle(uuid, true), again: repeat });
  };
}

function eventOptions(req: Request, res: Response, route: Route<never>, context: Context): EventOptions {
  const isAllowed = () =>
    authenticateRequest(req, route, context).then(
      () => true,
      () => false,
    );
  return { signal: endOfStream(res, context.stopping), isAllowed };
}

/** Aborts when the caller hangs up or the process stops. */
function endOfStream(res: Response, stopping?: AbortSignal): AbortSignal {
  const end = new AbortController();
  const abort = () => end.abort();
  stopping?.addEventListener('abort', abort, { once: true });
  res.once('close', () => {
    stopping?.removeEventListener('abort', abort);
    abort();
  });
  if (res.closed || stopping?.aborted) abort();
  return end.signal;
}

/** Drops a body that arrived after its request was answered: nothing may happen, and no file may stay behind. */
async function refuseLateBody(files: Progress['files'], signal: AbortSignal): Promise<void> {
  if (!signal.aborted) return;
  await discard(files);
  throw unavailable();
}

type RouteGuard = Route<never>['guards'][number];

/** Acquires what each guard asks for; a refusal releases what others acquired. */
function acquireAll({ guards }: Route<never>, acquire: (guard: RouteGuard) => Release | undefined): Release {
  const releases: Release[] = [];
  const release = () => releases.splice(0).forEach((one) => one());
  try {
    for (const guard of guards) releases.push(acquire(guard) ?? (() => {}));
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** After an abort the answer is settled, and nothing would release a slot any more. */
function acquireSlots(route: Route<never>, input: CheckedInput, deps: never, signal: AbortSignal): Release {
  const isLimited = route.guards.some(({ beforeHandle }) => beforeHandle);
  if (isLimited && signal.aborted) throw unavailable();
  return acquireAll(route, (guard) => guard.beforeHandle?.(input, deps));
}

/** The caller of a request: a guard's, or the bearer of its token. */
async function authenticateRequest(req: Request, route: Route<never>, context: Context): Promise<Caller> {
  const sent = { params: req.params as Record<string, string>, query: req.query, body: undefined };
  for (const guard of route.guards) {
    const caller = guard.authenticate?.(sent, context.deps);
    if (caller) return caller;
  }
  return authenticate({ service: context.service, headers: req.headers }, context.verify);
}

function bodyReader({ body }: Route<never>, { tempDir, disk }: Context) {
  if (body?.upload) return multipartReader(body.upload, tempDir, disk);
  if (!body) return async (): Promise<Multipart> => ({ body: {}, files: {} });
  const read = jsonReader(body.maxBytes);
  return async (req: Request, res: Response): Promise<Multipart> => ({
    body: (await read(req, res)) as Record<string, unknown>,
    files: {},
  });
}
