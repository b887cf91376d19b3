import { readFile } from 'node:fs/promises';
import { ImageRefused, refuseDangerous } from '@herald/card-reader';
import type { UploadedFile } from '@herald/http';
import type { Sides } from './card-readers';
import { notOneForm, refusedPicture, type Side } from './refusals';

type Files = Record<string, UploadedFile>;

/** The picture of each side, in whichever of its two forms it was given; looked at before any decoder sees it. */
export async function givenPictures(files: Files): Promise<Sides<UploadedFile>> {
  const front = oneForm(files, 'front');
  const back = oneForm(files, 'back');
  // One after the other: each is held in memory meanwhile.
  return { front: await checked(files, front), back: await checked(files, back) };
}

function oneForm(files: Files, side: Side): string {
  const given = [`${side}_image`, `${side}_credential`].filter((field) => files[field]?.size);
  if (given.length !== 1) throw notOneForm(side);
  return given[0]!;
}

async function checked(files: Files, field: string): Promise<UploadedFile> {
  const file = files[field]!;
  const bytes = await readFile(file.path);
  try {
    await refuseDangerous(bytes);
  } catch (error) {
    if (error instanceof ImageRefused) throw refusedPicture(field, error.message);
    throw error;
  }
  // What the caller says of its kind counts for nothing.
  return { ...file, type: kindOf(bytes) };
}

function kindOf(bytes: Buffer): string {
  if (bytes[0] === 0xff) return 'image/jpeg';
  return bytes[0] === 0x89 ? 'image/png' : 'image/webp';
}
