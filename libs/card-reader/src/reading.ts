/** The fields of a card, named as in the answers of the API. */
export const fieldNames = [
  'name',
  'lastname',
  'nin',
  'gender',
  'nationality',
  'date_birth',
  'document_number',
  'date_issue',
  'date_due',
  'doc_type',
] as const;
export type FieldName = (typeof fieldNames)[number];

export type Source = 'mrz' | 'barcode' | 'print';

/** A value that was not read letter by letter as it is answered. */
export interface Repair {
  source: Source;
  /** The text that was read. */
  read: string;
  /** What it was taken for. */
  became: string;
}

/** Where a value was read. All numbers are shares of the width and height of a picture, 0 to 1. */
export interface Place {
  source: Source;
  side: SideName;
  /** On the flattened card. */
  box: { x: number; y: number; width: number; height: number };
  /** On the picture as it was sent and a viewer shows it: clockwise, from the top left corner of the upright text. */
  corners: { x: number; y: number }[];
}

export interface Evidence {
  sources: Source[];
  /** True only if a check digit over this field is right or two sources agree, and no side disputes the value. */
  proven: boolean;
  /** 0 to 1. */
  confidence: number;
  /** All values that were read, the best first, even if the field itself is null. */
  candidates: string[];
  /** The sources of the value in which characters were exchanged or a known word took the place of a misread one. */
  repairs: Repair[];
  places: Place[];
}

export type CheckName =
  | 'mrz_digits'
  | 'mrz_against_print'
  | 'barcode_against_print'
  | 'national_number'
  | 'dates_in_order'
  | 'not_expired'
  | 'face_present';

export interface Check {
  name: CheckName;
  /** Null: not applicable to this document. */
  holds: boolean | null;
  /** Never contains a value of the card. */
  detail: string;
}

/** What speaks for a copy or a changed card. It proves nothing: a card may be pale, and print may be misread. */
export type CopySign =
  | { kind: 'black_and_white' }
  /** The picture was taken of a screen: its pixels, or their moiré, are all over the card. */
  | { kind: 'screen'; side: SideName }
  /** Two sources were read clearly and say different things. */
  | { kind: 'sources_differ'; field: FieldName; sources: Source[] };

export type MissingReason = 'too_dark' | 'blurred' | 'glare' | 'no_card_found' | 'cut_off' | 'not_found';

export interface Missing {
  field: 'name' | 'lastname' | 'nin' | 'front_face';
  reason: MissingReason;
  /** The side that the reason is about. */
  side?: SideName;
}

export type SideName = 'front' | 'back';

/** Why two pictures are not the two sides of one card. */
export type SideConflict =
  | { kind: 'same_side' | 'different_cards' }
  | { kind: 'contradiction'; fields: FieldName[] }
  /** The back speaks of a person in these fields, and the front confirms none of them. */
  | { kind: 'unconfirmed'; fields: FieldName[] }
  /** Hardly a word of the back can be read: it may be any picture. */
  | { kind: 'illegible_back' }
  /** The back has no zone, as every valid card of the country of the front has: it may be that of any card. */
  | { kind: 'missing_zone' };

export interface SidePicture {
  original: Buffer;
  /** JPEG of the flattened, upright card. */
  flattened: Buffer;
  cardFound: boolean;
}

export interface Reading {
  /** Null: not certain. Dates are DD/MM/YYYY. */
  fields: Record<FieldName, string | null>;
  evidence: Record<FieldName, Evidence>;
  /** Empty if the minimum was read: name, lastname, nin and a face on the front. */
  missing: Missing[];
  /** Null if both sides can belong to one card. */
  conflict: SideConflict | null;
  /** The fields that one side says and the other one shows; empty if the back carries nothing of the person. */
  agreed: FieldName[];
  /** The caller exchanged front and back. */
  swapped: boolean;
  /** In the right order, whatever the caller gave. */
  front: SidePicture;
  back: SidePicture;
  /** JPEG crops of the front, the main face first. */
  faces: Buffer[];
  checks: Check[];
  copySigns: CopySign[];
  /** 256 bits as hexadecimal digits that nearly equal those of a copy of the same picture; null if not asked for. */
  frontHash: string | null;
}
