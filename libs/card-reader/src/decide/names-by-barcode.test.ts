import { namesByBarcode } from './names-by-barcode';
import { numbersInCodes } from './numbers-in-codes';
import type { FieldCandidate } from './field-candidates';

const printed = (field: FieldCandidate['field'], value: string): FieldCandidate => ({
  field,
  value,
  source: 'print',
  confidence: 0.9,
  hasValidCheckDigit: false,
});
const valuesOf = (candidates: FieldCandidate[]) => candidates.map(({ field, value }) => [field, value]);

it('splits the names of a barcode where the print ends the surnames or begins the given names', () => {
  const text = 'FERNÁNDEZ ZÚÑIGA BEGOÑA PAZ';
  const split = [
    ['lastname', 'FERNÁNDEZ ZÚÑIGA'],
    ['name', 'BEGOÑA PAZ'],
  ];
  expect(valuesOf(namesByBarcode(text, [printed('lastname', 'FERNANDEZ ZUNIGA')]))).toEqual(split);
  expect(new Map(valuesOf(namesByBarcode(text, [printed('name', 'BEGONA PAZ')])) as never)).toEqual(
    new Map(split as never),
  );
  expect(namesByBarcode(text, [printed('name', 'ANA')])).toEqual([]);
});

it('finds a number in a barcode of an unknown layout', () => {
  const number = printed('nin', '1-0923-0456');
  expect(valuesOf(numbersInCodes(['X|109230456|Y'], [number]))).toEqual([['nin', '1-0923-0456']]);
  expect(numbersInCodes(['1109230456'], [number])).toEqual([]);
  const misread = { ...number, field: 'document_number' as const, value: 'U1A19RSF2A' };
  expect(valuesOf(numbersInCodes(['U1A19R5F2A'], [misread]))).toEqual([['document_number', 'U1A19R5F2A']]);
  expect(numbersInCodes(['U1A19R4F2A'], [misread])).toEqual([]);
  const long = { ...number, value: '33103-6119738-9' };
  expect(valuesOf(numbersInCodes(['3310361197389301237115269'], [long]))).toEqual([['nin', '33103-6119738-9']]);
});
