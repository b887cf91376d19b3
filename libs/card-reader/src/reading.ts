/** What a card says and how sure the reader is of it. */
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

export interface Evidence {
  sources: Source[];
  /** True only where a check digit over this field holds or two sources agree, and no side says otherwise. */
  proven: boolean;
  /** 0 to 1. */
  confidence: number;
  /** What was seen, best first, also when the field itself is null. */
  candidates: string[];
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
  /** Null: this kind of document does not offer it. */
  holds: boolean | null;
  /** Never a value of the card. */
  detail: string;
}

export type MissingReason = 'too_dark' | 'blurred' | 'glare' | 'no_card_found' | 'cut_off' | 'not_found';

export interface Missing {
  field: 'name' | 'lastname' | 'nin' | 'front_face';
  reason: MissingReason;
}

export type SideName = 'front' | 'back';

/** Why two pictures are not the two sides of one card. */
export type SideConflict = { kind: 'same_side' } | { kind: 'contradiction'; fields: FieldName[] };

export interface SidePicture {
  original: Buffer;
  /** JPEG of the flattened, upright card. */
  flattened: Buffer;
  cardFound: boolean;
}

export interface Reading {
  /** Null: not sure. Dates are DD/MM/YYYY. */
  fields: Record<FieldName, string | null>;
  evidence: Record<FieldName, Evidence>;
  /** Empty when the minimum (name, lastname, nin, a face on the front) was read. */
  missing: Missing[];
  /** Null for two sides that can belong to one card. */
  conflict: SideConflict | null;
  /** The caller gave front and back the wrong way round. */
  swapped: boolean;
  /** Both after un-swapping. */
  front: SidePicture;
  back: SidePicture;
  /** JPEG crops from the front, main face first. */
  faces: Buffer[];
  checks: Check[];
}

export interface ReadOptions {
  signal?: AbortSignal;
  /** Called before each picture is decoded, and with null when both are. */
  onDecoding?: (side: SideName | null) => void;
}

export interface CardReader {
  /** Rejects with SideRefused when a picture cannot be decoded. */
  read(front: Buffer, back: Buffer, options?: ReadOptions): Promise<Reading>;
  close(): Promise<void>;
}
