import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { cleanPicture, ImageRefused, type SideName } from '@herald/card-reader';
import type { UploadedFile } from '@herald/http';
import type { Sides } from '../readers/card-readers';
import { ambiguousSide, invalidPicture, conflictingSides } from '../refusals';

type Files = Record<string, UploadedFile>;
/** `field` is the form field that contained the picture. */
export type AcceptedPicture = UploadedFile & { field: string };

/**
 * The picture of each side, from a file or a base64 field. Pictures are checked before they are decoded, and lose their
 * metadata, so that no position is decoded, stored or served.
 */
export async function acceptPictures(files: Files): Promise<Sides<AcceptedPicture>> {
  const fields = { front: fieldOf(files, 'front'), back: fieldOf(files, 'back') };
  // One after the other: each is in memory while it is cleaned.
  const front = await cleanUpload(files, fields.front);
  const back = await cleanUpload(files, fields.back);
  if (front.sha256 === back.sha256) throw conflictingSides(fields, { kind: 'same_side' });
  return { front, back };
}

function fieldOf(files: Files, side: SideName): string {
  const given = [`${side}_image`, `${side}_credential`].filter((field) => files[field]?.size);
  if (given.length !== 1) throw ambiguousSide(side);
  return given[0]!;
}

async function cleanUpload(files: Files, field: string): Promise<AcceptedPicture> {
  const file = files[field]!;
  try {
    const { bytes, type } = cleanPicture(await readFile(file.path));
    await writeFile(file.path, bytes);
    // The content type that the caller declares is ignored.
    return { ...file, field, type, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    if (error instanceof ImageRefused) throw invalidPicture(field, error.message);
    throw error;
  }
}
