import { PassThrough, Readable } from 'node:stream';
import { isOutOfSpace } from '@herald/storage';
import type { Request } from 'express';
import multer, { MulterError } from 'multer';
import type { AppContext } from './context';
import { HttpError, badRequest, insufficientStorage, invalid } from './errors';
import { feedParser } from './feed-parser';
import { discard, fromBase64, toTempFile, type UploadedFile } from './temp-files';

export type UploadRules = {
  files: string[];
  maxBytes: number;
  /**
   * Text fields that contain a file as base64, with or without a `data:…;base64,` prefix; handlers get them as files.
   */
  encoded?: string[];
  /** Timeout in seconds for the whole body. */
  arriveWithin?: number;
  /** The error for a file above `maxBytes`; default 413. */
  tooLarge?: (field: string) => HttpError;
};

type Disk = AppContext<never>['disk'];
export type Multipart = { body: Record<string, unknown>; files: Record<string, UploadedFile> };

const defaultArriveWithin = 900;
const maxFields = 30;
const maxFieldBytes = 65_536;

/** Reads multipart bodies: files are streamed to `tempDir`, never into memory; fields are flat text. */
export function multipartReader(rules: UploadRules, tempDir: string, disk: Disk): (req: Request) => Promise<Multipart> {
  const maxBytes = maxUploadBytes(rules);
  return async (req) => {
    if (!req.is('multipart/form-data')) throw new HttpError(415);
    const announced = Math.min(Number(req.headers['content-length'] ?? 0), maxBytes);
    if (!(await disk.hasRoomFor(announced))) throw insufficientStorage();
    const { bytesRead } = req.socket;
    const files: Multipart['files'] = Object.create(null);
    try {
      const body = await parse(req, rules, files, tempDir);
      await storeEncoded(body, rules, files, tempDir);
      return { body, files };
    } catch (problem) {
      await discard(files);
      const error = toHttpError(problem, rules);
      if (error instanceof HttpError && error.status === 507)
        disk.noteFull(Math.max(announced, req.socket.bytesRead - bytesRead));
      throw error;
    }
  };
}

/** The maximum length of a body under the rules. */
export function maxUploadBytes({ files, encoded = [], maxBytes }: UploadRules): number {
  return files.length * maxBytes + encoded.length * encodedBytes(maxBytes) + maxFields * maxFieldBytes;
}

/** The length of a file as base64, its prefix included. */
function encodedBytes(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 + 100;
}

/** Reads the body to its end, adds its files, and gives its text fields. */
async function parse(req: Request, rules: UploadRules, files: Multipart['files'], tempDir: string) {
  const stop = new AbortController();
  const writes: Promise<[string, UploadedFile]>[] = [];
  const storage: multer.StorageEngine = {
    _handleFile(_req, { fieldname, originalname: name, mimetype: type, stream }, done) {
      const write = toTempFile(stream, { name, type }, tempDir).then((file): [string, UploadedFile] => [
        fieldname,
        file,
      ]);
      // A full disk ends the request at once; a refused part is read to its end and dropped.
      const fail = (error: unknown) => [stop.abort(error), done(error)];
      write.then(() => done(), fail);
      writes.push(write);
    },
    // The reader discards all files of a failed request.
    _removeFile: (_req, _file, done) => done(null),
  };
  // The parser ends with this copy of the stream, so that the request stays open for its answer.
  const source = Object.assign(new PassThrough(), { headers: req.headers }) as unknown as PassThrough & Request;
  const read = parserOf(rules, storage);
  const parsed = new Promise<void>((resolve, reject) =>
    read(source, undefined as never, (error) => (error ? reject(error as Error) : resolve())),
  );
  parsed.catch((error: unknown) => stop.abort(error));
  const timeoutMs = (rules.arriveWithin ?? defaultArriveWithin) * 1000;
  const fed = feedParser(req, source, { maxBytes: maxUploadBytes(rules), timeoutMs }, stop.signal);
  const ended = await Promise.allSettled([parsed, fed]);
  const written = await Promise.allSettled(writes);
  // In the order of the form, whichever was written first: a repeated request is recognized by its files.
  for (const one of written) if (one.status === 'fulfilled') files[one.value[0]] = one.value[1];
  const failed = [...ended, ...written].find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return source.body as Record<string, unknown>;
}

function parserOf({ files, encoded = [], maxBytes }: UploadRules, storage: multer.StorageEngine) {
  const seen = new Set<string>();
  const limits = {
    fileSize: maxBytes,
    files: files.length,
    fields: maxFields,
    fieldNameSize: 100,
    fieldSize: encoded.length > 0 ? encodedBytes(maxBytes) : maxFieldBytes,
    headerPairs: 50,
    // Names such as `a[b]` would become objects.
    fieldNestingDepth: 0,
  };
  const fileFilter: multer.Options['fileFilter'] = (_req, { fieldname }, accept) => {
    if (!files.includes(fieldname)) return accept(fieldError(fieldname, 'is not expected'));
    if (seen.has(fieldname)) return accept(fieldError(fieldname, 'is sent twice'));
    seen.add(fieldname);
    accept(null, true);
  };
  return multer({ storage, limits, fileFilter, defParamCharset: 'utf8' }).any();
}

const fieldError = (name: string, problem: string): HttpError => invalid({ errors: { [name]: [problem] } });

/** Checks the text fields, and moves those that contain a file to the files. */
async function storeEncoded(
  body: Record<string, unknown>,
  { encoded = [] }: UploadRules,
  files: Multipart['files'],
  tempDir: string,
): Promise<void> {
  for (const [name, text] of Object.entries(body)) {
    // The parser makes an array of a repeated field.
    if (typeof text !== 'string' || name in files) throw fieldError(name, 'is sent twice');
    if (!encoded.includes(name)) {
      if (text.length > maxFieldBytes) throw new HttpError(413);
      continue;
    }
    delete body[name];
    const bytes = fromBase64(text);
    if (!bytes) throw fieldError(name, 'must be base64');
    // Empty text counts as an absent field.
    const type = 'application/octet-stream';
    if (bytes.length > 0) files[name] = await toTempFile(Readable.from([bytes]), { name: '', type }, tempDir);
  }
}

/** An error of the parser is the caller's fault; a full disk is not. */
function toHttpError(error: unknown, { encoded = [], tooLarge = () => new HttpError(413) }: UploadRules): unknown {
  if (error instanceof HttpError) return error;
  if (isOutOfSpace(error)) return insufficientStorage({ cause: error });
  const { code, field = '' } = error as MulterError;
  if (error instanceof MulterError && /^LIMIT_(?!FIELD_NESTING)/.test(code)) {
    const isFile = code === 'LIMIT_FILE_SIZE' || (code === 'LIMIT_FIELD_VALUE' && encoded.includes(field));
    return isFile ? tooLarge(field) : new HttpError(413);
  }
  if ((error as NodeJS.ErrnoException).syscall !== undefined) return error;
  return badRequest({ errors: 'The body is not valid multipart form-data', cause: error });
}
