/** The three formats of the machine readable zone in ICAO 9303: the positions of fields and check digits. */
export type MrzKind = 'TD1' | 'TD2' | 'TD3';

export type Span = readonly [line: number, from: number, to: number];

interface MrzLayout {
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
  /** The spans that the last check digit covers, and its own position. */
  composite: readonly Span[];
  compositeDigit: Span | null;
}

/** The positions that TD2 and TD3 share. */
const twoLineLayout = {
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

export const mrzLayouts: Record<MrzKind, MrzLayout> = {
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
    ...twoLineLayout,
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
    ...twoLineLayout,
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

type PositionKind = 'letters' | 'digits' | 'both' | 'sex';

/** The characters that a position allows. The optional data and the number allow letters and digits. */
export function positionKind(kind: MrzKind, line: number, at: number): PositionKind {
  const layout = mrzLayouts[kind];
  const within = ([l, from, to]: Span) => l === line && at >= from && at < to;
  if (within(layout.sex)) return 'sex';
  if ([layout.code, layout.issuer, layout.nationality, layout.names].some(within)) return 'letters';
  const digits = [layout.numberDigit, layout.birth, layout.birthDigit, layout.expiry, layout.expiryDigit];
  if (layout.compositeDigit) digits.push(layout.compositeDigit);
  return digits.some(within) ? 'digits' : 'both';
}
