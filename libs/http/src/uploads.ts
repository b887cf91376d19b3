import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { HttpError, badRequest, invalid } from './errors';

export type UploadRules = { files: string[]; maxBytes: number; maxFieldBytes?: number };

/** A file that has arrived whole. It lies in a temporary place and is removed after the answer unless it was moved away. */
export type UploadedFile = { path: string; name: string; type: string; size: number; sha256: string };
export type Multipart = { body: Record<string, unknown>; files: Record<string, UploadedFile> };

/** A reader of multipart bodies: files go to `tempDir` as they arrive, never into memory. */
export function multipartReader(
  rules: UploadRules,
  tempDir: string,
): (req: Request, res: Response) => Promise<Multipart> {
  const parse = multer({
    storage: toTempFile(tempDir),
    limits: {
      fileSize: rules.maxBytes,
      files: rules.files.length,
      fields: 30,
      fieldNameSize: 100,
      fieldSize: rules.maxFieldBytes ?? 65_536,
      parts: 40,
      headerPairs: 50,
    },
    defParamCharset: 'utf8',
  }).fields(rules.files.map((name) => ({ name, maxCount: 1 })));
  return (req, res) =>
    new Promise((resolve, reject) => {
      if (!req.is('multipart/form-data')) return reject(new HttpError(415));
      parse(req, res, (error: unknown) => (error ? reject(uploadError(error)) : resolve(multipartOf(req))));
    });
}

/** Removes what was not moved away. */
export async function discard(files: Record<string, UploadedFile>): Promise<void> {
  await Promise.all(Object.values(files).map(({ path }) => rm(path, { force: true })));
}

type StoredByUs = { path: string; size: number; sha256: string };

function toTempFile(tempDir: string): StorageEngine {
  return {
    _handleFile(_req, { stream }, done) {
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
      pipeline(stream, measure, createWriteStream(path, { mode: 0o600 })).then(
        () => done(null, { path, size, sha256: hash.digest('hex') } as StoredByUs),
        (error: unknown) => rm(path, { force: true }).then(() => done(error), done),
      );
    },
    _removeFile(_req, { path }, done) {
      rm(path, { force: true }).then(() => done(null), done);
    },
  };
}

function multipartOf(req: Request): Multipart {
  const received = Object.values((req.files ?? {}) as Record<string, Express.Multer.File[]>).flat();
  const files = received.map((file) => {
    const { path, size, sha256 } = file as unknown as StoredByUs;
    return [file.fieldname, { path, size, sha256, name: file.originalname, type: file.mimetype }] as const;
  });
  return { body: { ...(req.body as object | undefined) }, files: Object.fromEntries(files) };
}

function uploadError(error: unknown): unknown {
  if (!(error instanceof MulterError)) {
    const known = error instanceof Error && !('code' in error);
    return known ? badRequest({ errors: 'The body is not valid multipart form-data', cause: error }) : error;
  }
  if (error.code === 'LIMIT_UNEXPECTED_FILE')
    return invalid({ errors: { [error.field ?? 'file']: ['is not expected'] } });
  return new HttpError(413, { errors: error.message });
}
