import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { cleanPicture, ImageRefused, type SideName } from '@herald/card-reader';
import type { UploadedFile } from '@herald/http';
import type { Sides } from './card-readers';
import { notOneForm, refusedPicture, refusedSides } from './refusals';

type Files = Record<string, UploadedFile>;
/** `field` is the form field it was sent in. */
export type GivenPicture = UploadedFile & { field: string };

/**
 * The picture of each side, in whichever of its two forms it was given: checked before any decoder sees it, and without
 * its metadata, so that no position is decoded, stored or served.
 */
export async function givenPictures(files: Files): Promise<Sides<GivenPicture>> {
  const fields = { front: oneForm(files, 'front'), back: oneForm(files, 'back') };
  // One after the other: each is held in memory meanwhile.
  const front = await cleaned(files, fields.front);
  const back = await cleaned(files, fields.back);
  if (front.sha256 === back.sha256) throw refusedSides(fields, { kind: 'same_side' });
  return { front, back };
}

function oneForm(files: Files, side: SideName): string {
  const given = [`${side}_image`, `${side}_credential`].filter((field) => files[field]?.size);
  if (given.length !== 1) throw notOneForm(side);
  return given[0]!;
}

async function cleaned(files: Files, field: string): Promise<GivenPicture> {
  const file = files[field]!;
  try {
    const { bytes, type } = cleanPicture(await readFile(file.path));
    await writeFile(file.path, bytes);
    // What the caller says of its kind counts for nothing.
    return { ...file, field, type, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    if (error instanceof ImageRefused) throw refusedPicture(field, error.message);
    throw error;
  }
}
