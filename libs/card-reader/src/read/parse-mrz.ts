import { type CheckDigitName, documentNumberOf, sliceSpan, verifyCheckDigits } from './mrz-check-digits';
import { type MrzKind, mrzLayouts } from './mrz-layouts';

export interface Mrz {
  kind: MrzKind;
  code: string;
  issuer: string;
  number: string;
  /** YYMMDD, not interpreted. */
  birth: string;
  expiry: string;
  sex: string;
  nationality: string;
  /** The optional data, without fillers at either end. */
  optional: string[];
  lastname: string;
  name: string;
  /** The line is full: the last name may continue. */
  isTruncated: boolean;
  /** Whether each check digit is right. */
  checkDigits: Record<CheckDigitName, boolean>;
}

export function parseMrz(lines: string[], kind: MrzKind): Mrz {
  const layout = mrzLayouts[kind];
  const names = sliceSpan(lines, layout.names);
  const [lastname = '', ...given] = withoutStray(names).replace(/<+$/, '').split('<<');
  const { number, rest } = documentNumberOf(lines, kind);
  const optional = layout.optional.map((span, i) => sliceSpan(lines, span).slice(i === 0 ? rest : 0));
  return {
    kind,
    code: withoutFillers(sliceSpan(lines, layout.code)),
    issuer: withoutFillers(sliceSpan(lines, layout.issuer)),
    number: withoutFillers(number),
    birth: sliceSpan(lines, layout.birth),
    expiry: sliceSpan(lines, layout.expiry),
    sex: sliceSpan(lines, layout.sex),
    nationality: withoutFillers(sliceSpan(lines, layout.nationality)),
    optional: optional.map((part) => part.replace(/^<+|<+$/g, '')),
    lastname: fillersToSpaces(lastname),
    name: fillersToSpaces(given.join(' ')),
    // One or two fillers at the end may precede a name that had no room.
    isTruncated: !withoutStray(names).endsWith('<<<'),
    checkDigits: verifyCheckDigits(lines, kind),
  };
}

/** A letter behind three fillers is a filler that was misread. */
const withoutStray = (names: string) => names.replace(/(?<=<<<)[^<]$/, '<');

const withoutFillers = (text: string) => text.replace(/</g, '');
const fillersToSpaces = (text: string) => text.replace(/<+/g, ' ').trim();
