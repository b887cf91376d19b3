/** What a reader must know of a country's cards beyond the labels all of them share. */
export interface Country {
  code: string;
  /** Words of the header, folded, that only cards of this country carry. */
  markers: string[];
  nin: {
    /** Where the MRZ holds the national number, if it does. */
    zone?: 'number' | 'optional_first' | 'optional_second';
    /** The number in the form the card prints it, without dots and spaces; null when this is none. */
    form(text: string): string | null;
    /** True where the country gives the number a check digit and it holds; null where it has none. */
    holds(number: string): boolean | null;
    /** The number with the birth it holds set right by one that is proven (YYMMDD); the same where it holds none. */
    withBirth?(number: string, birth: string): string;
    /** Hardly any misreading has the form of this number: the form alone makes a reading believable. */
    telling?: boolean;
  };
  /** The document carries no number of its own: the national number is its number. */
  numberIsNin?: boolean;
  /** `Documento` or `Número` stands before the national number, not before the card's. */
  documentLabelIsNin?: boolean;
  /** `Nombre` stands above surnames and names alike, surnames first or last. */
  fullName?: 'lastnames_first' | 'names_first';
  /** The gender is written H or M: hombre, mujer. */
  hombreMujer?: boolean;
  /** Where the print is not in Spanish or English. */
  language?: 'por';
  /** Only citizens get this card, so that it needs not print the nationality. */
  citizensOnly?: boolean;
}
