import { numericDate } from './dates';
import type { Side, Style } from './elements';
import type { Language, Person, Validity } from './persons';
import type { Random } from './random';
import type { Fields } from './truth';

/** One card before it is drawn: both sides, and what is true of it. */
export type Card = {
  front: Side;
  back: Side;
  truth: Omit<Fields, 'faces'>;
  zone?: string[];
  barcode?: 'PDF417' | 'QRCode';
};

export type Bearer = { person: Person; validity: Validity; random: Random };

/** How the cards of one issuer look. */
export type Layout = {
  id: string;
  language: Language;
  /** For how many years its cards hold. */
  years: number;
  size: { width: number; height: number };
  style: Style;
  compose: (bearer: Bearer) => Card;
};

type Known = Pick<Fields, 'nin' | 'nationality' | 'document_number'> & Partial<Fields>;

/** The fields that every layout gives in the same way; `known` are those of its own, and what it leaves out. */
export function truthOf({ person, validity }: Bearer, known: Known): Card['truth'] {
  return {
    name: person.givenNames.join(' '),
    lastname: person.surnames.join(' '),
    gender: person.gender,
    date_birth: numericDate(person.birth, '/'),
    date_issue: numericDate(validity.issue, '/'),
    date_due: numericDate(validity.due, '/'),
    doc_type: 'ID',
    ...known,
  };
}

/** The part of a machine-readable zone that is the same for all documents of a bearer. */
export function zoneDataOf({ person, validity }: Bearer) {
  const { surnames, givenNames, birth, gender } = person;
  return { surnames, givenNames, birth, gender, due: validity.due };
}
