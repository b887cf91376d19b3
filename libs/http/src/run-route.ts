import type { Caller } from '@herald/auth';
import { newUuid, successBody } from '@herald/envelopes';
import type { Request, Response } from 'express';
import { defaultSeconds, maxBodyBytes } from './route-limits';
import type { AppContext } from './context';
import { readCursor } from './cursor';
import { HttpError, unavailable } from './errors';
import { fieldPicker } from './fields';
import { authenticate, authorize, authorizeInput } from './guard';
import { jsonReader } from './read-json';
import { limitRate, onlyOnce } from './request-memory';
import { resolveAnswer, type FileAnswer, type Page, type Returns } from './returns';
import { isWrite, type CheckedInput, type LogNote, type Release, type Route } from './route';
import { failureAnswer, sendAnswer, sendFile, type Answer } from './send';
import { discard, multipartReader, type Multipart, type UploadedFile } from './uploads';
import { requestValidator } from './validate';
import { withinTime } from './within-time';
import { writeEntry } from './write-log';

/** What is known so far of one request; the log record of a failure is made of it, wherever it failed. */
type Progress = {
  caller?: Caller;
  sent?: CheckedInput;
  note: LogNote;
  files: Record<string, UploadedFile>;
  /** Releases the slot of the handler. */
  release?: Release;
};
type Outcome = Answer & { data?: unknown; replayed?: boolean };
type Work = (req: Request, res: Response, progress: Progress, signal: AbortSignal) => Promise<Outcome>;

/** The Express handler of a route: every request of the house passes here. */
export function routeHandler(route: Route<never>, context: AppContext<never>) {
  const work = workOf(route, context);
  const { family, service } = context;
  const asHttpError = (error: unknown): HttpError => {
    const translated = error instanceof HttpError ? error : context.translate(error);
    if (!translated) context.onError(error);
    if (translated?.status !== 503 || !route.unavailable) return translated ?? new HttpError(500);
    return new HttpError(503, { ...translated.detail, ...route.unavailable });
  };
  const logWrite = async ({ caller, sent, note }: Progress, { status, data, replayed }: Outcome) => {
    if (caller && !replayed && isWrite(route))
      await context.onWrite(writeEntry(route, { caller, sent, note, status, data }));
  };
  return async (req: Request, res: Response): Promise<void> => {
    const started = performance.now();
    const progress: Progress = { note: {}, files: {} };
    let outcome: Outcome;
    try {
      outcome = await withinTime(route.seconds ?? defaultSeconds, res, (signal) => work(req, res, progress, signal));
      await logWrite(progress, outcome);
    } catch (error) {
      outcome = failureAnswer(family, route.errorResource ?? route.resource, asHttpError(error));
      await logWrite(progress, outcome);
    }
    await discard(progress.files);
    progress.release?.();
    if (!req.complete) endAfterAnswer(req, res);
    if (outcome.file) await sendFile(res, outcome.file).catch(() => res.destroy());
    else sendAnswer(res, outcome);
    const seconds = (performance.now() - started) / 1000;
    context.onAnswer({ service, method: route.method, route: route.path, status: outcome.status, seconds });
  };
}

const lingerMs = 2_000;

/** A body that is still arriving after its answer is not waited for: a caller could hold the connection by dripping. */
function endAfterAnswer(req: Request, res: Response): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
  res.once('finish', () => setTimeout(() => req.socket.destroy(), lingerMs).unref());
  req.resume();
}

/** Checks a request step by step, the cheap and the secret first, then lets the route handle it. */
function workOf(route: Route<never>, context: AppContext<never>): Work {
  const readBody = bodyReader(route, context);
  const validate = requestValidator(route);
  const picker = fieldPicker(route);
  const toOutcome = outcomeOf(route, context);
  return async (req, res, progress, signal) => {
    const caller = await callerOf(req, route, context);
    // Known by now: a refusal, too, leaves a record of who was refused.
    progress.caller = caller;
    if (caller !== follower) {
      context.takeToken(caller);
      authorize(caller, route);
    }
    const releaseUpload = route.acquireUploadSlot?.(caller, context.deps);
    const { body, files } = await readBody(req, res).finally(releaseUpload);
    progress.files = files;
    if (signal.aborted) {
      // The request was answered while its body was arriving: nothing may happen, and nothing stay behind.
      await discard(files);
      throw unavailable();
    }
    const sent = { params: req.params as Record<string, string>, query: req.query, body };
    progress.sent = sent;
    const fields = picker?.read(req.query.fields);
    const input = validate(sent);
    progress.sent = input;
    authorizeInput(caller, route, input);
    await limitRate(route, input, caller, context.memory);
    const note = (more: LogNote) => void Object.assign(progress.note, more);
    const answered = (given: unknown) =>
      toOutcome(given, fields && picker && ((data: unknown) => picker.pick(fields, data)));
    const first = async (uuid: string) => {
      progress.release = acquireSlot(route, input, context.deps, signal);
      return answered(
        await route.handle({ ...input, files, fields, caller, uuid, note, signal } as never, context.deps),
      );
    };
    const { replay } = route;
    const again = replay && (async (uuid: string) => answered(await replay({ uuid, caller }, context.deps)));
    const key = route.idempotent ? req.get('idempotency-key') : undefined;
    if (key === undefined) return first(newUuid());
    const fingerprint = [input, Object.entries(files).map(([name, { sha256 }]) => [name, sha256])];
    const request = { sent: key, route: `${context.service} ${route.path}`, caller, fingerprint };
    return onlyOnce(request, context.memory, { first, again });
  };
}

/** After an abort the answer is settled, and nothing would release a slot any more. */
function acquireSlot(route: Route<never>, input: CheckedInput, deps: never, signal: AbortSignal): Release | undefined {
  if (!route.acquireSlot) return undefined;
  if (signal.aborted) throw unavailable();
  return route.acquireSlot(input, deps);
}

/** Nobody: who follows a link holds no company and no scope. */
const follower: Caller = { subject: 'link', companies: [], scopes: new Set() };

/** Who sends a request: the bearer of its token, unless the link alone opens the route. */
async function callerOf(req: Request, route: Route<never>, context: AppContext<never>): Promise<Caller> {
  const input = { params: req.params as Record<string, string>, query: req.query, body: undefined };
  if (route.opens?.(input, context.deps)) return follower;
  return authenticate({ service: context.service, headers: req.headers }, context.verify);
}

function bodyReader(
  route: Route<never>,
  { tempDir, disk }: AppContext<never>,
): (req: Request, res: Response) => Promise<Multipart> {
  if (route.upload) return multipartReader(route.upload, tempDir, disk);
  if (!route.body) return async () => ({ body: {}, files: {} });
  const read = jsonReader(maxBodyBytes(route));
  return async (req, res) => ({ body: (await read(req, res)) as Record<string, unknown>, files: {} });
}

/** Wraps what a handler gave into its family's envelope. */
function outcomeOf({ returns, resource, noun = 'data' }: Route<never>, { family, checkAnswers }: AppContext<never>) {
  return (given: unknown, pick?: (data: unknown) => unknown): Outcome => {
    const { returns: how, data } = resolveAnswer(returns, given);
    const { status, message, kind, shape } = how;
    if (kind === 'nothing') return { status };
    if (kind === 'file') return { status, file: data as FileAnswer };
    const { data: list, ...paging } = listed(kind, data);
    // Where fields are asked for, a handler may give no more than those.
    if (checkAnswers && shape && !pick) holdAgainst(shape, list);
    if (checkAnswers) holdNext(how, paging);
    const picked = pick ? pick(list) : list;
    if (kind === 'bare') return { status, body: picked, data };
    const success = { code: status, resource, noun, message, data: picked };
    const body = successBody(family, { ...success, paging });
    return { status, body, data: list };
  };
}

/** What stands under the noun, and what stands beside it. */
function listed(kind: Returns['kind'], data: unknown): { data?: unknown } & Partial<Omit<Page, 'data'>> {
  if (kind === 'page' || kind === 'none') return data as Page;
  return kind === 'count' ? { total: data as number } : { data };
}

/** `next` is a cursor or the end, and only walked lists have it. */
function holdNext({ walked = false }: Returns, { next }: Partial<Page>): void {
  const fits = next === undefined || (walked && (next === null || readCursor(next) !== undefined));
  if (!fits) throw new Error('The answer has a next that the route does not say it returns');
}

function holdAgainst(shape: NonNullable<Route<never>['returns']['shape']>, data: unknown): void {
  const { error } = shape.validate(JSON.parse(JSON.stringify(data)), { convert: false });
  if (error) throw new Error(`The answer is not what the route says it returns: ${error.message}`);
}
