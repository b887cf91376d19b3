/** What a label announces: a field, a part of one, or something the reader does not use. */
export const labelKinds = [
  'lastname',
  'lastname_first',
  'lastname_second',
  'name',
  'name_middle',
  'fullname',
  'nin',
  'document_number',
  'date_birth',
  'date_issue',
  'date_due',
  'gender',
  'nationality',
  'validity',
  'usual_name',
  'other',
] as const;
export type LabelKind = (typeof labelKinds)[number];

/** The models that read names with their marks. */
export type TextModel =
  | 'spa'
  | 'por'
  | 'deu'
  | 'fra'
  | 'ita'
  | 'aze'
  | 'ces'
  | 'dan'
  | 'est'
  | 'hrv'
  | 'hun'
  | 'isl'
  | 'lav'
  | 'lit'
  | 'mlt'
  | 'nld'
  | 'pol'
  | 'ron'
  | 'slk'
  | 'sqi'
  | 'swe'
  | 'tur'
  | 'vie';

/** What cards in one language print. All words are normalized and divided by semicolons. */
export interface Language {
  /** A label in two languages with a slash between them is found by each of them. */
  labels: Partial<Record<LabelKind, string>>;
  /** The words beside M and F. */
  genders?: Partial<Record<'M' | 'F' | 'X', string>>;
  /** The twelve months, from January on, each with its abbreviations. */
  months?: string;
  /** The beginnings of words that no other language prints. A space ends a whole word. */
  ownWords?: string[];
  /** The model for its names, with the countries whose cards are in this language, unless they have a file. */
  model?: { name: TextModel; countries?: string };
}
