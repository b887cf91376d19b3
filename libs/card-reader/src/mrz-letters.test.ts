import { type Cell, textOfCells, zoneLetter } from './mrz-letters';

const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'];
const cellsOf = (text: string[]): Cell[][] => text.map((line) => [...line].map((letter) => [{ letter, weight: 90 }]));
const changed = (line: number, at: number, letter: string) =>
  lines.map((text, i) => (i === line ? text.slice(0, at) + letter + text.slice(at + 1) : text));

describe('the letters seen in a machine readable zone', () => {
  it('stay as they are when all check digits hold', () => {
    expect(textOfCells(cellsOf(lines), 'TD1')).toMatchObject({ lines, repaired: false });
  });

  it('become what their place allows, which is no repair', () => {
    const seen = changed(1, 2, 'O');
    expect(textOfCells(cellsOf(seen), 'TD1')).toMatchObject({ lines, repaired: false });
  });

  it('are exchanged where one exchange makes every digit hold, and that is told', () => {
    const seen = changed(1, 0, '1');
    expect(textOfCells(cellsOf(seen), 'TD1')).toMatchObject({ lines, repaired: true });
  });

  it('are left alone where no exchange helps', () => {
    const seen = [lines[0]!.replace('465054', '139281'), lines[1]!.replace('740216', '611389'), lines[2]!];
    const text = textOfCells(cellsOf(seen), 'TD1');
    expect(text.repaired).toBe(false);
    expect(text.digits).toMatchObject({ number: false, birth: false });
  });

  it('lose their accents, and brackets are fillers', () => {
    expect(['Ó', 'ñ', '«', '{', '·'].map(zoneLetter)).toEqual(['O', 'N', '<', '<', '']);
  });
});
