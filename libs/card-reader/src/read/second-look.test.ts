import { lineAt } from './printed-lines.fixture';
import { isNonsense } from './second-look';

const nonsense = 'O9IITA>SIN 8>76922 >>60>X3N9L ZY3ZNW';

it('takes a side for nonsense if hardly any of its letters is certain', () => {
  expect(isNonsense({ mrz: null, lines: [lineAt(nonsense, 0, 0, 20, 60)] })).toBe(true);
  expect(isNonsense({ mrz: null, lines: [lineAt(nonsense, 0, 0, 20, 60), lineAt('8069', 0, 40)] })).toBe(true);
});

it('takes print and an almost empty side for what they are', () => {
  const print = [lineAt('REPUBLICA DE CHILE', 0, 0), lineAt('APELLIDOS', 0, 40), lineAt('x~ :', 0, 60, 20, 10)];
  expect(isNonsense({ mrz: null, lines: print })).toBe(false);
  expect(isNonsense({ mrz: null, lines: [lineAt('~. ,:-', 0, 0, 20, 10)] })).toBe(false);
});
