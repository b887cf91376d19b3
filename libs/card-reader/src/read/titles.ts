import { normalizeText } from '../text/normalize-text';

/** Words of the titles of cards and of their issuers, normalized. */
const WORDS =
  /\b(REPUBLICA|REPUBLIC|CEDULA|IDENTIDAD|IDENTIDADE|IDENTITY|ELECTORAL|TRIBUNAL|REGISTRO|NACIONAL|NATIONAL|DIRECCION|MINISTERIO|TARJETA|REPUBLIQUE|NATIONALE|IDENTITE|PENGENALAN)\b/;

/** Whether a text is the title of a card or its issuer, and so no name. */
export const isTitle = (text: string): boolean => WORDS.test(normalizeText(text));
