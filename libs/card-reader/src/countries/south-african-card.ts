import { parseDate } from '../text/dates';
import { barcodeGender, barcodeName, unverified } from './barcode-fields';
import { nationalityOf } from './nationalities';

/**
 * The barcode of a South African card: `surname|names|sex|nationality|number|birth|country of birth|status|issue|
 * code|number of the card|…`.
 */
export function parseSouthAfricanCard(text: string) {
  const parts = text.split('|').map((part) => part.trim());
  const [lastname, name, gender, nationality = '', nin = '', birth = '', , , issue = '', , cardNumber = ''] = parts;
  if (!/^\d{13}$/.test(nin) || !/^\d{9}$/.test(cardNumber) || parseDate(birth) === null) return null;
  const content = unverified({
    lastname: barcodeName(lastname),
    name: barcodeName(name),
    gender: barcodeGender(gender),
    nationality: nationalityOf(nationality),
    nin,
    document_number: cardNumber,
    date_birth: parseDate(birth),
    date_issue: parseDate(issue),
  });
  return content && { country: 'ZAF', ...content };
}
