import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy, type FileInfo } from 'busboy';
import { isOutOfSpace } from '@herald/storage';
import type { Request } from 'express';
import type { AppContext } from './context';
import { HttpError, badRequest, insufficientStorage, invalid } from './errors';
import { feedParser } from './feed-parser';

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

/** A complete file in a temporary folder; it is removed after the answer unless it was moved. */
export type UploadedFile = { path: string; name: string; type: string; size: number; sha256: string };
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
    const parser = parserFor(req, rules);
    const stop = new AbortController();
    const { body, arriving, refusal } = collect(parser, rules, tempDir, (error) => stop.abort(error));
    const limits = { maxBytes, timeoutMs: (rules.arriveWithin ?? defaultArriveWithin) * 1000 };
    const broken = await feedParser(req, parser, limits, stop.signal).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The body ended early'),
    );
    const settled = await Promise.allSettled(arriving.values());
    const failed = settled.find((one) => one.status === 'rejected')?.reason as unknown;
    const files = Object.fromEntries(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    const problem = refusal() ?? broken ?? failed;
    if (!problem) return { body, files };
    await discard(files);
    const error = readError(problem);
    if (error instanceof HttpError && error.status === 507)
      disk.noteFull(Math.max(announced, req.socket.bytesRead - bytesRead));
    throw error;
  };
}

/** The maximum length of a body under the rules. */
export function maxUploadBytes({ files, encoded = [], maxBytes }: UploadRules): number {
  return files.length * maxBytes + encoded.length * encodedBytes(maxBytes) + maxFields * maxFieldBytes;
}

/** Removes files that were not moved. */
export async function discard(files: Record<string, UploadedFile>): Promise<void> {
  await Promise.all(Object.values(files).map(({ path }) => rm(path, { force: true })));
}

/** The length of a file as base64, its prefix included. */
function encodedBytes(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 + 100;
}

function parserFor(req: Request, { files, encoded = [], maxBytes }: UploadRules): Busboy {
  const limits = {
    // The parser reports a file of exactly the limit as too large.
    fileSize: maxBytes + 1,
    files: files.length,
    fields: maxFields,
    fieldNameSize: 100,
    fieldSize: encoded.length > 0 ? encodedBytes(maxBytes) : maxFieldBytes,
    headerPairs: 50,
  };
  try {
    return busboy({ headers: req.headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    throw readError(error);
  }
}

/** A refused part is read to its end and dropped, because the parser cannot be stopped in the middle. */
function collect(parser: Busboy, rules: UploadRules, tempDir: string, onWriteError: (error: unknown) => void) {
  const { files, encoded = [], tooLarge = () => new HttpError(413) } = rules;
  const body: Record<string, unknown> = Object.create(null);
  const arriving = new Map<string, Promise<[string, UploadedFile]>>();
  let refused: HttpError | undefined;
  const refuse = (error: HttpError) => void (refused ??= error);
  const keep = (name: string, content: Readable, info: FileInfo) => {
    const stored = toTempFile(content, info, tempDir).then((file): [string, UploadedFile] => [name, file]);
    stored.catch(onWriteError);
    arriving.set(name, stored);
  };
  const isSent = (name: string) => name in body || arriving.has(name);
  const keepText = (name: string, value: string) => {
    if (value.length > maxFieldBytes) refuse(new HttpError(413));
    else body[name] = value;
  };
  const keepEncoded = (name: string, value: string) => {
    const bytes = decoded(value);
    if (!bytes) refuse(invalid({ errors: { [name]: ['must be base64'] } }));
    // Empty text counts as an absent field.
    else if (bytes.length > 0) keep(name, Readable.from([bytes]), encodedInfo);
  };
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    const isEncoded = encoded.includes(name);
    if (isSent(name)) refuse(invalid({ errors: { [name]: ['is sent twice'] } }));
    if (nameTruncated || valueTruncated) refuse(isEncoded ? tooLarge(name) : new HttpError(413));
    if (!refused) (isEncoded ? keepEncoded : keepText)(name, value);
  });
  parser.on('file', (name, content, info) => {
    if (isSent(name)) refuse(invalid({ errors: { [name]: ['is sent twice'] } }));
    if (!files.includes(name)) refuse(invalid({ errors: { [name]: ['is not expected'] } }));
    // A file that ends in the middle fails as well; the error of the whole body is answered.
    if (refused) return void content.on('error', () => {}).resume();
    content.once('limit', () => refuse(tooLarge(name)));
    keep(name, content, info);
  });
  for (const limit of ['filesLimit', 'fieldsLimit'] as const) parser.once(limit, () => refuse(new HttpError(413)));
  return { body, arriving, refusal: () => refused };
}

const encodedInfo: FileInfo = { filename: '', encoding: 'base64', mimeType: 'application/octet-stream' };

/** The bytes of base64 text; undefined for other text. */
function decoded(text: string): Buffer | undefined {
  const announced = /^data:[^,;]{0,60};base64,/.exec(text)?.[0].length ?? 0;
  const content = text.slice(announced).replaceAll('\r', '').replaceAll('\n', '');
  // The decoder skips characters that are not base64, so that the length differs.
  const bytes = Buffer.from(content, 'base64');
  const whole = content.length - (/={0,2}$/.exec(content.slice(-2))?.[0].length ?? 0);
  return Math.floor((whole * 3) / 4) === bytes.length ? bytes : undefined;
}

async function toTempFile(content: Readable, { filename, mimeType }: FileInfo, tempDir: string): Promise<UploadedFile> {
  const path = join(tempDir, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
  });
  try {
    await pipeline(content, measure, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, name: filename ?? '', type: mimeType, size, sha256: hash.digest('hex') };
}

/** An error of the parser is the caller's fault; a full disk is not. */
function readError(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (isOutOfSpace(error)) return insufficientStorage({ cause: error });
  if ((error as NodeJS.ErrnoException).syscall !== undefined) return error;
  return badRequest({ errors: 'The body is not valid multipart form-data', cause: error });
}
