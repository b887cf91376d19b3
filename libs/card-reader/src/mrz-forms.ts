/** The machine readable zone of ICAO 9303: its three forms, check digits and what its positions mean. */
export type MrzKind = 'TD1' | 'TD2' | 'TD3';

export type Span = readonly [line: number, from: number, to: number];

interface MrzForm {
  lines: number;
  length: number;
  code: Span;
  issuer: Span;
  number: Span;
  numberDigit: Span;
  birth: Span;
  birthDigit: Span;
  sex: Span;
  expiry: Span;
  expiryDigit: Span;
  nationality: Span;
  optional: readonly Span[];
  names: Span;
  /** What the last check digit covers, and where it stands. */
  composite: readonly Span[];
  compositeDigit: Span | null;
}

/** What stands at the same places of TD2 and TD3. */
const ofTwoLines = {
  lines: 2,
  code: [0, 0, 2],
  issuer: [0, 2, 5],
  number: [1, 0, 9],
  numberDigit: [1, 9, 10],
  nationality: [1, 10, 13],
  birth: [1, 13, 19],
  birthDigit: [1, 19, 20],
  sex: [1, 20, 21],
  expiry: [1, 21, 27],
  expiryDigit: [1, 27, 28],
} as const;

export const mrzForms: Record<MrzKind, MrzForm> = {
  TD1: {
    lines: 3,
    length: 30,
    code: [0, 0, 2],
    issuer: [0, 2, 5],
    number: [0, 5, 14],
    numberDigit: [0, 14, 15],
    birth: [1, 0, 6],
    birthDigit: [1, 6, 7],
    sex: [1, 7, 8],
    expiry: [1, 8, 14],
    expiryDigit: [1, 14, 15],
    nationality: [1, 15, 18],
    optional: [
      [0, 15, 30],
      [1, 18, 29],
    ],
    names: [2, 0, 30],
    composite: [
      [0, 5, 30],
      [1, 0, 7],
      [1, 8, 15],
      [1, 18, 29],
    ],
    compositeDigit: [1, 29, 30],
  },
  TD2: {
    ...ofTwoLines,
    length: 36,
    names: [0, 5, 36],
    optional: [[1, 28, 35]],
    composite: [
      [1, 0, 10],
      [1, 13, 20],
      [1, 21, 35],
    ],
    compositeDigit: [1, 35, 36],
  },
  TD3: {
    ...ofTwoLines,
    length: 44,
    names: [0, 5, 44],
    optional: [[1, 28, 42]],
    composite: [
      [1, 0, 10],
      [1, 13, 20],
      [1, 21, 43],
    ],
    compositeDigit: [1, 43, 44],
  },
};

type Place = 'letters' | 'figures' | 'both' | 'sex';

/** What may stand at one place. The free parts and the number hold letters and figures. */
export function placeOf(kind: MrzKind, line: number, at: number): Place {
  const form = mrzForms[kind];
  const within = ([l, from, to]: Span) => l === line && at >= from && at < to;
  if (within(form.sex)) return 'sex';
  if ([form.code, form.issuer, form.nationality, form.names].some(within)) return 'letters';
  const figures = [form.birth, form.birthDigit, form.expiry, form.expiryDigit];
  if (form.compositeDigit) figures.push(form.compositeDigit);
  return figures.some(within) ? 'figures' : 'both';
}
