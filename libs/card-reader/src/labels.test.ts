import { labelBefore, labelOf } from './labels';

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
  ])('%s announces %s', (text, kind) => expect(labelOf(text)).toBe(kind));

  it.each([
    ['Sumame', 'lastname'],
    ['Gaven names', 'name'],
    ['Date of expary', 'date_due'],
    ['FECHA DE NACIMIENTO:', 'date_birth'],
  ])('is known although misread: %s', (text, kind) => expect(labelOf(text)).toBe(kind));

  it.each(['FERNÁNDEZ', 'HOMBRE', 'SANTIAGO', '16 FEB 1974', ''])('is not seen in a value: %s', (text) =>
    expect(labelOf(text)).toBeNull(),
  );

  it.each([
    ['RUN 17.729.045-9', 'nin', '17.729.045-9'],
    ['NUI.4648393359', 'nin', '4648393359'],
    ['SEXO H', 'gender', 'H'],
    ['NÚMERO 1.723.688.239', 'document_number', '1.723.688.239'],
    ['Nombre: BEGOÑA', 'name', 'BEGOÑA'],
  ])('may have its value behind it: %s', (text, kind, rest) => expect(labelBefore(text)).toMatchObject({ kind, rest }));

  it('is not made of a name that begins like one', () => {
    expect(labelBefore('ANDRES FELIPE')).toBeNull();
    expect(labelBefore('CÉDULA DE IDENTIDAD')).toBeNull();
  });
});
