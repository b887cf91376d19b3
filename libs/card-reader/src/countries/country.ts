import type { LabelKind, TextModel } from '../languages/language';
import type { BarcodeContent } from './barcode-fields';

/** What the rest of a card says about its holder. Dates are DD/MM/YYYY. */
export type KnownPerson = Record<'lastname' | 'name' | 'birth' | 'gender', string | null>;

/** What is peculiar to the cards of one country. Everything optional has a default that fits most countries. */
export interface Country {
  /** ISO 3166, three letters, as in the MRZ. */
  code: string;
  /** Words of the header, normalized, that only cards of this country print. */
  headers: string[];
  nationalNumber: {
    /** The part of the MRZ that holds the national number, if any does. */
    mrzField?: 'number' | 'optional_first' | 'optional_second';
    /** The number of which the zone leaves out the date of birth (YYMMDD) that it has elsewhere; null without it. */
    ofZone?(field: string, birth: string): string | null;
    /** The number in the form the answers use; null when the text is not a national number. */
    parse(text: string): string | null;
    /** Whether the check digit is right; null in a country whose numbers have none. */
    hasValidCheckDigit(number: string): boolean | null;
    /** For numbers that contain the date of birth: corrects its misread digits by a proven date (YYMMDD). */
    correctBirthDate?(number: string, birthDate: string): string;
    /** For numbers that contain the gender. */
    genderOf?(number: string): string | null;
    /** For numbers that follow from the person: the one that a text shows, misread as it may be. */
    readFor?(person: KnownPerson, text: string): string | null;
    /** The format alone identifies the number: hardly any misread text matches it. */
    isDistinctive?: boolean;
  };
  /** Every valid card of this country has a machine readable zone on its back. */
  hasZoneOnBack?: boolean;
  /** Backs of its cards may show nothing but a pattern. */
  hasPlainBack?: boolean;
  /** The national number within another one that only this country gives to persons, if its check digit is right. */
  numberWithin?(text: string): string | null;
  /** Corrects the misread characters of a card's number by its form. */
  correctDocumentNumber?(number: string): string;
  /** There is no number of persons: that of the document stands for it. */
  hasNoNumberOfPersons?: boolean;
  /** The card has no number of its own: its document number is the national number. */
  documentNumberIsNationalNumber?: boolean;
  /** The number of a driving licence stands for the person's, which licences do not print. */
  licenceNumberIsNationalNumber?: boolean;
  /** A card without a zone has no number of its own. */
  hasDocumentNumberInZone?: boolean;
  /** The label `Documento` or `Número` announces the national number, not the number of the card. */
  documentLabelIsNationalNumber?: boolean;
  /** One label announces surnames and given names together, in this order; most have two surnames, or one. */
  fullNameOrder?: 'lastnames_first' | 'names_first';
  /** Cards of one generation print given names, and surnames below them, in large letters without labels. */
  namesWithoutLabels?: boolean;
  /** The gender is H or M for hombre and mujer. */
  usesHombreMujer?: boolean;
  /** The language model for the print, if not Spanish, which also reads English. */
  language?: TextModel;
  /** Only citizens get a card that speaks of no foreigner; it need not print the nationality. */
  isForCitizensOnly?: boolean;
  /** The cards of foreigners look like those of citizens, and have other numbers. */
  isNumberOfForeigner?(number: string): boolean;
  /** Labels that only cards of this country print, normalized. */
  labels?: Partial<Record<LabelKind, string[]>>;
  /** The beginnings of the words for its people, normalized, that all genders share. */
  demonyms: string[];
  /** The fields of a barcode in the layout of this country; null for any other text. */
  parseBarcode?(text: string): BarcodeContent | null;
}
