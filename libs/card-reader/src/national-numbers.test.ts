import {
  isCpf,
  isCurp,
  isEcuadorianCedula,
  isPeruvianDni,
  isRun,
  isSpanishId,
  isUruguayanCedula,
} from './national-numbers';

/** Each with a number whose digits hold, and one that differs in a single figure. */
const numbers: [string, (text: string) => boolean, string, string][] = [
  ['RUN', isRun, '177290459', '177290458'],
  ['RUN with K', isRun, '17759749K', '177597491'],
  ['CURP', isCurp, 'RIFV810106MNLQGR04', 'RIFV810106MNLQGR05'],
  ['cédula of Ecuador', isEcuadorianCedula, '1710034065', '1710034066'],
  ['cédula of Uruguay', isUruguayanCedula, '55278472', '55278473'],
  ['CPF', isCpf, '15544296847', '15544296848'],
  ['DNI', isSpanishId, '14992105S', '14992106S'],
  ['NIE', isSpanishId, 'X1234567L', 'Y1234567L'],
];

describe('the check digit of a national number', () => {
  it.each(numbers)('%s holds and does not hold', (_name, holds, right, wrong) => {
    expect(holds(right)).toBe(true);
    expect(holds(wrong)).toBe(false);
  });

  it('of a Peruvian DNI may be a figure or a letter', () => {
    expect(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((c) => isPeruvianDni('17801146', c))).toHaveLength(
      1,
    );
    expect([...'ABCDEFGHIJK'].filter((c) => isPeruvianDni('17801146', c))).toHaveLength(1);
  });

  it.each(numbers)('%s is not held by something else', (_name, holds) => {
    for (const text of ['', 'ABC', '123', '0'.repeat(30), '11111111111']) expect(holds(text)).toBe(false);
  });
});
