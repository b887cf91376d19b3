import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy, type FileInfo } from 'busboy';
import type { Request } from 'express';
import { HttpError, badRequest, invalid } from './errors';

export type UploadRules = { files: string[]; maxBytes: number };

/** A file that has arrived whole. It lies in a temporary place and is removed after the answer unless it was moved away. */
export type UploadedFile = { path: string; name: string; type: string; size: number; sha256: string };
export type Multipart = { body: Record<string, unknown>; files: Record<string, UploadedFile> };

const mostFields = 30;
const maxFieldBytes = 65_536;

/** A reader of multipart bodies: files go to `tempDir` as they arrive, never into memory; fields are flat text. */
export function multipartReader(rules: UploadRules, tempDir: string): (req: Request) => Promise<Multipart> {
  const mostBytes = rules.files.length * rules.maxBytes + mostFields * maxFieldBytes;
  return async (req) => {
    if (!req.is('multipart/form-data')) throw new HttpError(415);
    const parser = parserFor(req, rules);
    const { body, arriving, refusal } = collect(parser, rules, tempDir);
    const broken = await pipeline(req, upTo(mostBytes), parser).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The body ended early'),
    );
    const settled = await Promise.allSettled(arriving.values());
    const failed = settled.find((one) => one.status === 'rejected')?.reason as unknown;
    const files = Object.fromEntries(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    const problem = refusal() ?? broken ?? failed;
    if (!problem) return { body, files };
    await discard(files);
    throw readError(problem);
  };
}

/** Removes what was not moved away. */
export async function discard(files: Record<string, UploadedFile>): Promise<void> {
  await Promise.all(Object.values(files).map(({ path }) => rm(path, { force: true })));
}

function parserFor(req: Request, { files, maxBytes }: UploadRules): Busboy {
  const limits = {
    // The parser calls a file that just fits too large.
    fileSize: maxBytes + 1,
    files: files.length,
    fields: mostFields,
    fieldNameSize: 100,
    fieldSize: maxFieldBytes,
    headerPairs: 50,
  };
  try {
    return busboy({ headers: req.headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    throw readError(error);
  }
}

/** What is refused is read to its end and thrown away: the parser does not bear to be stopped in the middle. */
function collect(parser: Busboy, { files }: UploadRules, tempDir: string) {
  const body: Record<string, unknown> = Object.create(null);
  const arriving = new Map<string, Promise<[string, UploadedFile]>>();
  let refused: HttpError | undefined;
  const refuse = (error: HttpError) => void (refused ??= error);
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) refuse(new HttpError(413));
    if (name in body) refuse(invalid({ errors: { [name]: ['is sent twice'] } }));
    body[name] = value;
  });
  parser.on('file', (name, content, info) => {
    if (arriving.has(name)) refuse(invalid({ errors: { [name]: ['is sent twice'] } }));
    if (!files.includes(name)) refuse(invalid({ errors: { [name]: ['is not expected'] } }));
    if (refused) return void content.resume();
    content.once('limit', () => refuse(new HttpError(413)));
    const stored = toTempFile(content, info, tempDir).then((file): [string, UploadedFile] => [name, file]);
    stored.catch(() => {});
    arriving.set(name, stored);
  });
  for (const limit of ['filesLimit', 'fieldsLimit'] as const) parser.once(limit, () => refuse(new HttpError(413)));
  return { body, arriving, refusal: () => refused };
}

/** Ends a body that goes on beyond what any request of the route may hold. */
function upTo(most: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      if (seen > most) next(new HttpError(413));
      else next(null, chunk);
    },
  });
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

/** What the parser does not understand is the caller's fault; a disk that is full is not. */
function readError(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined || code === 'ENOSPC') return error;
  return badRequest({ errors: 'The body is not valid multipart form-data', cause: error });
}
