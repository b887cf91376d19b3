import { anchoredNames } from './anchored-names';
import { parseMrz } from './mrz-lines';
import { lineAt } from './printed-lines.fixture';
import type { MrzReading } from './read-mrz';

const zone = (names: string): MrzReading => {
  const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', names.padEnd(30, '<')];
  return { ...parseMrz(lines, 'TD1'), lines, repaired: false, box: { x: 0, y: 0, width: 1, height: 1 } };
};

describe('names found in print by the letters of the MRZ', () => {
  it('have their accents, in one line or in lines below one another', () => {
    const lines = [lineAt('FERNÁNDEZ', 400, 100, 24), lineAt('ZÚÑIGA', 400, 140, 24), lineAt('BEGOÑA', 400, 200, 24)];
    expect(anchoredNames(zone('FERNANDEZ<ZUNIGA<<BEGONA'), lines)).toMatchObject({
      lastname: { value: 'FERNÁNDEZ ZÚÑIGA' },
      name: { value: 'BEGOÑA' },
    });
  });

  it('go on where the MRZ had no room', () => {
    const lines = [lineAt('BEGOÑA GABRIELA', 400, 200, 24), lineAt('FERNÁNDEZ ZÚÑIGA', 400, 100, 24)];
    expect(anchoredNames(zone('FERNANDEZ<ZUNIGA<<BEGONA<GABRI'), lines).name?.value).toBe('BEGOÑA GABRIELA');
    const full = [lineAt('MONTENEGRO CASTAÑEDA', 400, 100), lineAt('ANDRÉS ÍÑIGO', 400, 150)];
    expect(anchoredNames(zone('MONTENEGRO<CASTANEDA<<ANDRES'), full).name?.value).toBe('ANDRÉS ÍÑIGO');
  });

  it('are not found where the card prints other letters', () => {
    const lines = [lineAt('FERNÁNDEZ', 400, 100), lineAt('BEGONIA', 400, 200)];
    expect(anchoredNames(zone('HERNANDEZ<<BEGONA'), lines)).toEqual({ lastname: null, name: null });
  });
});
