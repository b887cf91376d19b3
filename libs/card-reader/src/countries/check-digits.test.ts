import { isCpf } from './brazil';
import { isRun } from './chile';
import { isDominicanCedula } from './dominican-republic';
import { isEcuadorianCedula } from './ecuador';
import { isCui } from './guatemala';
import { isFiscalCode } from './italy';
import { isCurp } from './mexico';
import { isSpanishId } from './spain';
import { isUruguayanCedula } from './uruguay';

/** Each with a valid number, and one that differs in a single digit. */
const numbers: [string, (text: string) => boolean, string, string][] = [
  ['RUN', isRun, '177290459', '177290458'],
  ['RUN with K', isRun, '17759749K', '177597491'],
  ['CURP', isCurp, 'RIFV810106MNLQGR04', 'RIFV810106MNLQGR05'],
  ['cédula of Ecuador', isEcuadorianCedula, '1710034065', '1710034066'],
  ['cédula of Uruguay', isUruguayanCedula, '55278472', '55278473'],
  ['CPF', isCpf, '15544296847', '15544296848'],
  ['DNI', isSpanishId, '14992105S', '14992106S'],
  ['NIE', isSpanishId, 'X1234567L', 'Y1234567L'],
  ['cédula of the Dominican Republic', isDominicanCedula, '00113918205', '00113918206'],
  ['CUI', isCui, '2580601070101', '2580601170101'],
  ['codice fiscale', isFiscalCode, 'RSSMRA85T10A562S', 'RSSMRA85T10A562T'],
];

describe('the check digit of a national number', () => {
  it.each(numbers)('%s: accepts the right digit and rejects a wrong one', (_name, isValid, right, wrong) => {
    expect(isValid(right)).toBe(true);
    expect(isValid(wrong)).toBe(false);
  });

  it.each(numbers)('%s: rejects other texts', (_name, isValid) => {
    for (const text of ['', 'ABC', '123', '0'.repeat(30), '11111111111']) expect(isValid(text)).toBe(false);
  });
});
