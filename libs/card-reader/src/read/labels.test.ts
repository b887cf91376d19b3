import { labelKindOf, splitLabel } from './labels';

describe('a label', () => {
  it.each([
    ['APELLIDOS', 'lastname'],
    ['Apellido / Surname', 'lastname'],
    ['Primer Apellido', 'lastname_first'],
    ['Pre Nombres', 'name'],
    ['Fecha de vencimiento / Date of expiry', 'date_due'],
    ['Data de Nascimento', 'date_birth'],
    ['Nacimiento: Fecha y Ubigeo', 'date_birth'],
    ['No. DOCUMENTO', 'document_number'],
    ['LUGAR DE NACIMIENTO', 'other'],
    ['APELLIDOS Y NOMBRES DEL PADRE', 'other'],
    ['Staatsangehörigkeit / Nationality', 'nationality'],
    ["Valable jusqu'au / Expiry", 'date_due'],
    ['Né(e) le / Date of birth', 'date_birth'],
    ['Kewarganegaraan', 'nationality'],
    ['Tempat/Tgl Lahir', 'date_birth'],
    ['BIRTH DATE (YYYY/MM/DD)', 'date_birth'],
    ['FIRST & MIDDLE NAMES', 'name'],
    ['GIVEN NAME(S)', 'name'],
    ['Henkilötunnus / Personbeteckning', 'nin'],
  ])('%s is a label for %s', (text, kind) => expect(labelKindOf(text)).toBe(kind));

  it('has misread letters only where the text was not clearly read, also the second time', () => {
    expect(['GENARO', 'GENARO'].map((text) => labelKindOf(text, 50))).toEqual(['gender', 'gender']);
    expect(['GENARO', 'GENARO'].map((text) => labelKindOf(text, 95))).toEqual([null, null]);
  });

  it.each([
    ['Sumame', 'lastname'],
    ['Gaven names', 'name'],
    ['Date of expary', 'date_due'],
    ['FECHA DE NACIMIENTO:', 'date_birth'],
  ])('is recognized although misread: %s', (text, kind) => expect(labelKindOf(text)).toBe(kind));

  it.each(['FERNÁNDEZ', 'HOMBRE', 'SANTIAGO', '16 FEB 1974', ''])('is not recognized in a value: %s', (text) =>
    expect(labelKindOf(text)).toBeNull(),
  );

  it('is not recognized in a clearly read name that resembles a short label', () => {
    expect(labelKindOf('GENARO', 95)).toBeNull();
    expect(labelKindOf('GENARO', 60)).toBe('gender');
  });

  it.each([
    ['RUN 17.729.045-9', 'nin', '17.729.045-9'],
    ['NUI.4648393359', 'nin', '4648393359'],
    ['Persönliche Nummer / Personal No V0202601', 'nin', 'V0202601'],
    ['SEXO H', 'gender', 'H'],
    ['NÚMERO 1.723.688.239', 'document_number', '1.723.688.239'],
    ['Nombre: BEGOÑA', 'name', 'BEGOÑA'],
    ['SERIA VS NR 583907', 'document_number', 'VS583907'],
    ['Serie AB N° 1234', 'document_number', 'AB1234'],
  ])('is split from its value: %s', (text, kind, value) => expect(splitLabel(text)).toMatchObject({ kind, value }));

  it('is not recognized in a name that begins like one', () => {
    expect(splitLabel('ANDRES FELIPE')).toBeNull();
    expect(splitLabel('CÉDULA DE IDENTIDAD')).toBeNull();
  });
});

it.each([
  ['Sukunimi - Efternamn - Surname', 'lastname'],
  ['Henkilótunnus - Personbeteckning - Personal ID no.', 'nin'],
  ['Sukunimi - Efternamn : Surname', 'lastname'],
  ['NUMER PESEL PERSONAL NUMBER', 'nin'],
  ['Registro Geral - CPF / Personal Number', 'nin'],
  ['DATA URODZENIA DATE OF BIRTH', 'date_birth'],
])('%s, one label in several languages, announces the %s', (text, kind) => {
  expect(labelKindOf(text, 90)).toBe(kind);
  expect(splitLabel(text)).toBeNull();
});

it('a long label does not absorb the short value behind its colon', () => {
  expect(splitLabel('Kewarganegaraan : WNI')).toEqual({ kind: 'nationality', value: 'WNI' });
});

it('the number of a field before its label is no part of it, but announces no name in a legend', () => {
  expect(labelKindOf('15 Sex')).toBe('gender');
  expect(labelKindOf('4b Expires')).toBe('date_due');
  expect(labelKindOf('3DOB')).toBe('date_birth');
  expect(labelKindOf('1 Surname')).toBeNull();
  // A misread ID is no number.
  expect(labelKindOf('1D number:')).toBe('nin');
});
