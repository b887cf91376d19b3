import type { Caller } from '@herald/auth';
import type { Request, Response } from 'express';
import { furtherWeightOf, furtherWeightOfPage } from './admission';
import { authorizeInput } from './authorize';
import type { AppContext } from './context';
import { unavailable } from './errors';
import { fieldPicker } from './fields';
import { jsonReader } from './read-json';
import type { Admit, RequestInFlight } from './request-in-flight';
import type { CheckedInput, Route } from './route';
import { acquireSlots } from './slots';
import { discard, type UploadedFile } from './temp-files';
import { multipartReader, type Multipart } from './uploads';
import { requestValidator } from './validate';

/** A request after all checks: what its handler receives. */
export type ReadInput = {
  input: CheckedInput;
  files: Record<string, UploadedFile>;
  /** The fields that the caller chose, where it may, and what picks them from an answer. */
  fields?: string[];
  pick?: (data: unknown) => unknown;
};

/** Reads a request's input and checks it, in this order: body, fields, schemas, company and device, guards. */
export function inputReader(route: Route<never>, { tempDir, disk, deps, memory }: AppContext<never>, admit: Admit) {
  const readBody = bodyReader(route, { tempDir, disk });
  const validate = requestValidator(route);
  const picker = fieldPicker(route);
  return async (request: RequestInFlight, caller: Caller): Promise<ReadInput> => {
    const { req, res, progress, signal } = request;
    const release = acquireSlots(route, (guard) => guard.beforeBody?.(caller, deps));
    const { body, files } = await readBody(req, res).finally(release);
    progress.files = files;
    await refuseLateBody(files, signal);
    admit(furtherWeightOf(req), caller, request);
    progress.sent = { params: req.params as Record<string, string>, query: req.query, body };
    const fields = picker?.read(req.query.fields);
    const input = validate(progress.sent);
    progress.sent = input;
    authorizeInput(caller, route, input);
    admit(furtherWeightOfPage(input, caller), caller, request);
    for (const guard of route.guards) await guard.check?.(input, { caller, memory });
    const pick = fields && picker && ((data: unknown) => picker.pick(fields, data));
    return { input, files, fields, pick };
  };
}

function bodyReader({ body }: Route<never>, { tempDir, disk }: Pick<AppContext<never>, 'tempDir' | 'disk'>) {
  if (body?.upload) return multipartReader(body.upload, tempDir, disk);
  if (!body) return async (): Promise<Multipart> => ({ body: {}, files: {} });
  const read = jsonReader(body.maxBytes);
  return async (req: Request, res: Response): Promise<Multipart> => ({
    body: (await read(req, res)) as Record<string, unknown>,
    files: {},
  });
}

/** Drops a body that arrived after its request was answered: nothing may happen, and no file may stay behind. */
async function refuseLateBody(files: Multipart['files'], signal: AbortSignal): Promise<void> {
  if (!signal.aborted) return;
  await discard(files);
  throw unavailable();
}
