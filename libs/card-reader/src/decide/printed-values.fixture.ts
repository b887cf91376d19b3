import { countryByCode } from '../countries/identify-country';
import { lineAt } from '../read/printed-lines.fixture';
import type { PrintedLine } from '../read/printed-line';
import { printCandidates } from './print-candidates';

/** What the print of the sides says, front first. */
export const valuesOf = (sides: PrintedLine[][], code = '') =>
  Object.fromEntries(printCandidates(sides, countryByCode(code)).map(({ field, value }) => [field, value]));

/** Labels above their values, two columns. */
export const below = [
  lineAt('APELLIDOS', 400, 100, 14),
  lineAt('FERNÁNDEZ', 400, 122, 24),
  lineAt('ZÚÑIGA', 400, 160, 24),
  lineAt('NOMBRES', 400, 215, 14),
  lineAt('BEGOÑA GABRIELA', 400, 237, 24),
  lineAt('SEXO', 800, 290, 14),
  lineAt('F', 800, 312, 20),
  lineAt('FECHA DE NACIMIENTO', 400, 290, 14),
  lineAt('16 FEB 1974', 400, 312, 20),
  lineAt('NÚMERO DOCUMENTO', 400, 360, 14),
  lineAt('465.054.626', 400, 382, 20),
  lineAt('RUN 17.729.045-9', 60, 600, 26),
];
