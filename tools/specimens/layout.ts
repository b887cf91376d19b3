import { numericDate } from './dates';
import type { Side, Style } from './elements';
import type { Language, Person, Validity } from './persons';
import type { Random } from './random';
import type { Fields } from './truth';

/** A card before it is drawn: both sides and the expected fields. */
export type Card = {
  front: Side;
  back: Side;
  truth: Omit<Fields, 'faces'>;
  mrz?: string[];
  barcode?: 'PDF417' | 'QRCode';
};

export type Bearer = { person: Person; validity: Validity; random: Random };

/** The design of the cards of one issuer. */
export type Layout = {
  id: string;
  language: Language;
  /** The validity of its cards in years. */
  years: number;
  size: { width: number; height: number };
  style: Style;
  compose: (bearer: Bearer) => Card;
};

type OwnFields = Pick<Fields, 'nin' | 'nationality' | 'document_number'> & Partial<Fields>;

/** The fields that all layouts share, and those of one layout. */
export function truthOf({ person, validity }: Bearer, own: OwnFields): Card['truth'] {
  return {
    name: person.givenNames.join(' '),
    lastname: person.surnames.join(' '),
    gender: person.gender,
    date_birth: numericDate(person.birth, '/'),
    date_issue: numericDate(validity.issue, '/'),
    date_due: numericDate(validity.due, '/'),
    doc_type: 'ID',
    ...own,
  };
}

/** The data of the MRZ that does not depend on the document. */
export function mrzDataOf({ person, validity }: Bearer) {
  const { surnames, givenNames, birth, gender } = person;
  return { surnames, givenNames, birth, gender, due: validity.due };
}
