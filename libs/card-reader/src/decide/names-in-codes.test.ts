import type { PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import type { FieldCandidate } from './field-candidates';
import { mergeField } from './merge-sources';
import { namesInCodes } from './names-in-codes';

const printedAs = (field: FieldName, value: string, confidence = 0.9): FieldCandidate => ({
  field,
  value,
  source: 'print',
  confidence,
  hasValidCheckDigit: false,
});
const line = (text: string): PrintedLine => ({
  text,
  confidence: 90,
  box: { x: 0, y: 0, width: 1, height: 1 },
  words: [],
});
const valuesOf = (found: FieldCandidate[]) => found.map(({ field, value }) => [field, value]);

const code = '02983091-9|QUINTEROS PORTILLO|Nelson Edgardo|M|04/12/1974|CHINAMECA|AGRICULTOR';

it('finds the names of the card among the parts of a code', () => {
  const names = [printedAs('lastname', 'QUINTEROS PORTILLO'), printedAs('name', 'NELSON EDGARDO')];
  expect(valuesOf(namesInCodes([code], names, []))).toEqual([
    ['name', 'NELSON EDGARDO'],
    ['lastname', 'QUINTEROS PORTILLO'],
  ]);
  expect(namesInCodes(['QUINTEROS PORTILLO'], names, [])).toEqual([]);
  expect(namesInCodes([code], [printedAs('lastname', 'PORTILLO')], [])).toEqual([]);
  const misread = [printedAs('lastname', 'QUINTERDS PORTIILO'), printedAs('name', 'NEISDN EDGAR')];
  expect(valuesOf(namesInCodes([code], misread, []))).toEqual([['lastname', 'QUINTEROS PORTILLO']]);
});

it('finds the other name beside one of them, if the card prints it', () => {
  const lastname = [printedAs('lastname', 'QUINTEROS PORTILLO')];
  expect(valuesOf(namesInCodes([code], lastname, [line('NELSON EDGARDO'), line('AGRICULTOR')]))).toEqual([
    ['lastname', 'QUINTEROS PORTILLO'],
    ['name', 'NELSON EDGARDO'],
  ]);
  expect(valuesOf(namesInCodes([code], lastname, [line('AGRICULTOR')]))).toEqual([['lastname', 'QUINTEROS PORTILLO']]);
});

it('gives a name the accents that the print lost', () => {
  const print = printedAs('lastname', 'SOTOLONGO IBARGUENGOITIA', 0.6);
  const coded = namesInCodes(['N:LIANET\nA:SOTOLONGO IBARGÜENGOITÍA\nCI:02110577991'], [print], []);
  const { value, evidence } = mergeField('lastname', [print, ...coded]);
  expect([value, evidence.proven]).toEqual(['SOTOLONGO IBARGÜENGOITÍA', true]);
});

it('gives both names the accents of a part that has them in one text', () => {
  const card = [printedAs('lastname', 'NGUYÊN', 0.95), printedAs('name', 'HỮU PHƯỚC')];
  for (const whole of ['Nguyễn Hữu Phước', 'Hữu Phước Nguyễn']) {
    const coded = namesInCodes([`079089004521|${whole}|17041989|Nam`], card, []);
    const merged = (field: 'name' | 'lastname') =>
      mergeField(
        field,
        [...card, ...coded].filter((one) => one.field === field),
      );
    expect([merged('lastname').value, merged('name').value]).toEqual(['NGUYỄN', 'HỮU PHƯỚC']);
    expect(merged('lastname').evidence.proven).toBe(true);
  }
  expect(namesInCodes(['1|HUU PHUOC TRAN|17041989|Nam'], card, [])).toEqual([]);
});

it('keeps the accents of the print where the code has no mark but Ñ', () => {
  const print = printedAs('lastname', 'LÓPEZ MUÑOZ', 0.95);
  const coded = namesInCodes(['1|LOPEZ MUÑOZ|ANA|F'], [print], []);
  expect(mergeField('lastname', [print, ...coded]).value).toBe('LÓPEZ MUÑOZ');
});

it('adds nothing to a barcode whose layout is known', () => {
  const known = { ...printedAs('name', 'NELSON EDGARDO'), source: 'barcode' as const };
  expect(namesInCodes([code], [known, printedAs('lastname', 'QUINTEROS PORTILLO')], [])).toEqual([]);
});

it('does not confirm all names in one text as the given names', () => {
  const all = { ...printedAs('name', 'DOMINGOS ANTONIO KIALA'), isUndivided: true };
  const lines = [line('UIGE'), line('LUANDA')];
  expect(namesInCodes(['DOMINGOS ANTONIO KIALA\n003847162\nUIGE\n07/12/1985\nLUANDA'], [all], lines)).toEqual([]);
});
