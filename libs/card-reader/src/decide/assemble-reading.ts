import type { Country } from '../countries';
import type { PictureMarks } from '../find/inspect-picture';
import { crop, toJpeg } from '../picture/picture';
import type { MrzReading } from '../read/read-mrz';
import type { Side } from '../read/read-side';
import { type FieldName, fieldNames, type Reading, type SideConflict, type SidePicture } from '../reading';
import { runChecks } from './checks';
import { findCopySigns } from './copy-signs';
import type { FieldCandidate } from './field-candidates';
import type { Merged } from './merge-sources';
import { missingFields } from './missing-fields';
import { type LocatedCard, placesOf } from './places';
import { repairsOf } from './repairs';

export interface DecidedCard {
  values: Merged;
  conflict: SideConflict | null;
  agreed: FieldName[];
  candidates: FieldCandidate[];
  /** The candidates with those that follow from others. */
  derived: FieldCandidate[];
  lines: LocatedCard['lines'];
  mrz: MrzReading | null;
  country: Country;
  front: Side & PictureMarks;
  back: Side & PictureMarks;
  swapped: boolean;
  /** The pictures as the caller gave them. */
  given: { front: Buffer; back: Buffer };
}

export async function assembleReading(card: DecidedCard): Promise<Reading> {
  const { values, conflict, agreed, front, back, swapped, given } = card;
  const [frontOriginal, backOriginal] = swapped ? [given.back, given.front] : [given.front, given.back];
  const [frontPicture, backPicture, copySigns, ...faces] = await Promise.all([
    sidePicture(frontOriginal, front),
    sidePicture(backOriginal, back),
    findCopySigns({ front, back }, card.candidates),
    ...front.faces.boxes.map(async (box) => toJpeg(await crop(front.color, box))),
  ]);
  return {
    fields: values.fields,
    evidence: withDetails(card),
    conflict,
    agreed,
    faces,
    missing: missingFields(values.fields, front, back),
    checks: runChecks({ ...card, fields: values.fields, faceCount: front.faces.boxes.length }),
    copySigns,
    front: frontPicture,
    back: backPicture,
    frontHash: front.hash,
    swapped,
  };
}

/** The evidence, with what was repaired and where each value was read. */
function withDetails(card: DecidedCard): Reading['evidence'] {
  const { values, derived, mrz } = card;
  const detailed = fieldNames.map((field) => {
    const value = values.fields[field];
    const repairs = repairsOf(field, value, derived, mrz);
    return [field, { ...values.evidence[field], repairs, places: placesOf(field, value, derived, card) }];
  });
  return Object.fromEntries(detailed) as Reading['evidence'];
}

const sidePicture = async (original: Buffer, { color, cardFound }: Side): Promise<SidePicture> => ({
  original,
  flattened: await toJpeg(color),
  cardFound,
});
