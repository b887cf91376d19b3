import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A complete file in a temporary folder; it is removed after the answer unless it was moved. */
export type UploadedFile = { path: string; name: string; type: string; size: number; sha256: string };

/** Streams content to a new file of the folder, and hashes it. Nothing stays when that fails. */
export async function toTempFile(
  content: Readable,
  { name, type }: Pick<UploadedFile, 'name' | 'type'>,
  tempDir: string,
): Promise<UploadedFile> {
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
  return { path, name, type, size, sha256: hash.digest('hex') };
}

/** Removes files that were not moved. */
export async function discard(files: Record<string, UploadedFile>): Promise<void> {
  await Promise.all(Object.values(files).map(({ path }) => rm(path, { force: true })));
}

/** The bytes of base64 text, with or without a `data:…;base64,` prefix; undefined for other text. */
export function fromBase64(text: string): Buffer | undefined {
  const prefix = /^data:[^,;]{0,60};base64,/.exec(text)?.[0].length ?? 0;
  const content = text.slice(prefix).replaceAll('\r', '').replaceAll('\n', '');
  // The decoder skips characters that are not base64, so that the length differs.
  const bytes = Buffer.from(content, 'base64');
  const whole = content.length - (/={0,2}$/.exec(content.slice(-2))?.[0].length ?? 0);
  return Math.floor((whole * 3) / 4) === bytes.length ? bytes : undefined;
}
