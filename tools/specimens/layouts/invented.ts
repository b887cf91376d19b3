import { numericDate, wordDate } from '../dates';
import { below, beside, cardMrzAt, cardSize, ghost, portrait, title, type Element, type Style } from '../elements';
import { mrzDataOf, truthOf, type Bearer, type Layout } from '../layout';
import { cardMrz, smallMrz } from '../mrz';
import type { Day } from '../persons';
import { randomOf, type Random } from '../random';
import { issuers, type Issuer, type Wording } from './invented-issuers';

/** What all cards of one invented issuer share. */
type Design = {
  issuer: Issuer;
  wording: Wording;
  style: Style;
  place: 'below' | 'beside';
  zone: 'TD1' | 'TD2' | 'none';
  /** The card has a number of its own beside the number of the person. */
  hasCardNumber: boolean;
  numberFormat: string;
  date: (day: Day) => string;
  portraitAt: 'left' | 'right';
  hasGhost: boolean;
  gender: 'letter' | 'word';
};

const palettes: [string, string, string][] = [
  ['#eef4f7', '#d3dfe8', '#9ab7c8'],
  ['#f7f1e8', '#e6d8c2', '#c7ab84'],
  ['#eef6ee', '#d2e6d4', '#93bf9a'],
  ['#f4eef6', '#ded2e6', '#b79cc4'],
];
const numberFormats = [
  '999999999',
  '99.999.999',
  '9999 9999 9999',
  '999-9999999-9',
  '9-999-9999',
  '999999-9999',
  'A9999999',
];

/**
 * Layouts of countries whose cards the reader knows nothing about. The seed decides on labels, places, number and date
 * formats: each seed gives other layouts.
 */
export function inventedLayouts(seed: number, count: number, isKeptAside = false): Layout[] {
  const candidates = issuers.filter((issuer) => (issuer.isKeptAside ?? false) === isKeptAside);
  const offset = seed % candidates.length;
  return Array.from({ length: count }, (_, at) => {
    const issuer = candidates[(offset + at) % candidates.length]!;
    const id = `x${issuer.code.toLowerCase()}${Math.floor(at / candidates.length) || ''}`;
    return layoutOf(id, drawDesign(randomOf(seed, `design ${id}`), issuer));
  });
}

function drawDesign(random: Random, issuer: Issuer): Design {
  const [from, to, lines] = random.pick(palettes);
  const size = random.integer(25, 30);
  const separator = random.pick(['/', '.', '-', ' ']);
  const usesWords = random.chance(0.4);
  const label = { size: random.integer(17, 20), colour: '#3b4a63', weight: 400 as const };
  return {
    issuer,
    wording: random.pick(issuer.wordings),
    style: {
      typeface: random.pick(['lato', 'open-sans', 'roboto-condensed'] as const),
      label,
      value: { size, colour: '#12151c', weight: 700 },
      background: [from, to],
      lines,
    },
    place: random.chance(0.75) ? 'below' : 'beside',
    zone: random.pick(['TD1', 'TD1', 'TD1', 'TD2', 'none']),
    hasCardNumber: random.chance(0.6),
    numberFormat: random.pick(numberFormats),
    date: (day) => (usesWords ? wordDate(day, issuer.language) : numericDate(day, separator)),
    portraitAt: random.pick(['left', 'right']),
    hasGhost: random.chance(0.4),
    gender: random.chance(0.8) ? 'letter' : 'word',
  };
}

const fill = (format: string, random: Random) =>
  format
    .replace(/9/g, (_, at: number) => String(random.integer(at === 0 ? 1 : 0, 9)))
    .replace(/A/g, () => random.pick([...'CHKLPRTV']));

function layoutOf(id: string, design: Design): Layout {
  const { issuer, style } = design;
  return {
    id,
    language: issuer.language,
    years: 10,
    size: cardSize,
    style,
    compose(bearer) {
      const { random } = bearer;
      const nin = fill(design.numberFormat, random);
      const card = design.hasCardNumber ? `${random.pick([...'ACEHKMR'])}${random.digits(8)}` : plain(nin);
      const mrz = zoneOf(design, bearer, nin, card);
      return {
        front: frontOf(design, bearer, nin, card),
        back: [...backOf(design, bearer, nin), ...(mrz ? [zoneAt(mrz)] : [])],
        truth: truthOf(bearer, { nin: nin.replace(/[ .]/g, ''), nationality: issuer.code, document_number: card }),
        mrz,
      };
    },
  };
}

const plain = (number: string) => number.replace(/[^A-Z0-9]/g, '');

function zoneOf({ issuer, zone, hasCardNumber }: Design, bearer: Bearer, nin: string, card: string) {
  if (zone === 'none') return undefined;
  const { code, language } = issuer;
  const optional = hasCardNumber ? plain(nin) : '';
  const data = { code: 'ID', country: code, nationality: code, number: card, spellsOut: language === 'de' };
  const fitsSmall = optional.length <= 7 && card.length <= 9;
  const lines = zone === 'TD2' && fitsSmall ? smallMrz : cardMrz;
  return lines({ ...data, ...mrzDataOf(bearer), optional });
}

/** Labels and values in a column, below or beside one another. */
function column({ style, place }: Design, [x, y]: [number, number], step: number, rows: [string, string][]): Element[] {
  return rows.flatMap(([label, value], at) =>
    place === 'below'
      ? below(style, [x, y + at * step], label, value)
      : beside(style, [x, y + at * step, 330], `${label}:`, value),
  );
}

function frontOf(design: Design, { person, random }: Bearer, nin: string, card: string): Element[] {
  const { issuer, wording } = design;
  const word = person.gender === 'M' ? wording.male : wording.female;
  const rows: [string, string][] = [
    [wording.lastname, person.surnames.join(' ')],
    [wording.name, person.givenNames.join(' ')],
    [wording.gender, design.gender === 'letter' ? person.gender : word],
    [wording.birth, design.date(person.birth)],
    [wording.nationality, random.chance(0.5) ? issuer.demonym : issuer.code],
    [wording.nin, nin],
  ];
  if (design.hasCardNumber) rows.push([wording.card, card]);
  const isLeft = design.portraitAt === 'left';
  return [
    title(issuer.header, 70, 66, 30, '#263a5c'),
    title(wording.title, 70, 104, 22, '#263a5c'),
    portrait({ x: isLeft ? 70 : 890, y: 150, width: 320, height: 420 }),
    ...column(design, [isLeft ? 440 : 70, 160], 85, rows),
    ...(design.hasGhost ? [ghost({ x: 1090, y: 610, width: 120, height: 160 })] : []),
  ];
}

function backOf(design: Design, { validity, random }: Bearer, nin: string): Element[] {
  const { issuer, wording } = design;
  const rows: [string, string][] = [
    [wording.issue, design.date(validity.issue)],
    [wording.due, design.date(validity.due)],
    [wording.place, issuer.city],
  ];
  if (random.chance(0.4)) rows.push([wording.nin, nin]);
  return column(design, [90, 100], 92, rows);
}

/** Two lines of 36 characters are closer to the lower edge than three of 30. */
const zoneAt = (lines: string[]): Element =>
  lines.length === 3 ? cardMrzAt(lines, 580) : { kind: 'mrz', lines, x: 70, y: 640, pitch: 31.8, leading: 66 };
