import { type Cell, countVotes, toMrzCharacter } from './mrz-votes';
import { charactersSeen, resolveCells } from './resolve-mrz';

const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'];
const cellsOf = (text: string[]): Cell[][] => text.map((line) => [...line].map((letter) => [{ letter, weight: 90 }]));
const changed = (line: number, at: number, letter: string) =>
  lines.map((text, i) => (i === line ? text.slice(0, at) + letter + text.slice(at + 1) : text));

describe('the characters of a machine readable zone', () => {
  it('are kept if all check digits are right', () => {
    expect(resolveCells(cellsOf(lines), 'TD1')).toMatchObject({ lines, isRepaired: false });
  });

  it('are fitted to their position, which is not a repair', () => {
    const seen = changed(1, 2, 'O');
    expect(resolveCells(cellsOf(seen), 'TD1')).toMatchObject({ lines, isRepaired: false });
  });

  it('begin with the code of a document', () => {
    expect(resolveCells(cellsOf(changed(0, 0, 'T')), 'TD1')).toMatchObject({ lines, isRepaired: false });
  });

  it('are digits where a check digit is, that of the number too', () => {
    const bolivian = ['IDBOL65916250<8<<<<<<<<<<<<<<<', lines[1]!, lines[2]!];
    const seen = cellsOf(bolivian.map((line, i) => (i === 0 ? `${line.slice(0, 14)}B${line.slice(15)}` : line)));
    expect(resolveCells(seen, 'TD1').lines[0]![14]).toBe('8');
  });

  it('are the digits that any reading saw where only digits are allowed', () => {
    const cells = cellsOf(changed(1, 8, 'F'));
    cells[1]![8]!.push({ letter: '3', weight: 40 });
    expect(resolveCells(cells, 'TD1')).toMatchObject({ lines, isRepaired: false });
  });

  it('may be either of two digits where a letter was read in the place of a digit', () => {
    const seen = charactersSeen(cellsOf(changed(1, 29, 'T')), 'TD1');
    expect([seen[1]![29], seen[1]![28], seen[0]![5]]).toEqual(['17', '<', '4']);
  });

  it('have their order where a reading has as many as the row, wherever the engine saw them', () => {
    const row = { x: 0, y: 0, width: 1200, height: 40 };
    const letters = [...lines[1]!].map((text, at) => ({
      text,
      confidence: 90,
      box: { x: at < 8 ? 0 : at * 40, y: 0, width: 30, height: 40 },
    }));
    const votes = countVotes([[{ text: lines[1]!, confidence: 90, box: row, letters }]], row, 30);
    expect(votes.map(([vote]) => vote?.letter).join('')).toBe(lines[1]);
  });

  it('are exchanged if one exchange makes all check digits right, marked as repaired', () => {
    const seen = changed(1, 0, '1');
    expect(resolveCells(cellsOf(seen), 'TD1')).toMatchObject({ lines, isRepaired: true });
  });

  it('are zeros where every O of a number is one, and its other letters stay', () => {
    const ivorian = [
      'I<CIVCI0036605<181<<<<<<<<<<<<',
      '9312306F3302211CIV<<<<<<<<<<<6',
      'OUATTARA<<MARIAM<ADJOUA<<<<<<<',
    ];
    const seen = cellsOf(ivorian.map((line) => line.replace('CI00', 'CIOO')));
    expect(resolveCells(seen, 'TD1')).toMatchObject({ lines: ivorian, isRepaired: true });
  });

  it('are kept if no exchange helps', () => {
    const seen = [lines[0]!.replace('465054', '139281'), lines[1]!.replace('740216', '611389'), lines[2]!];
    const text = resolveCells(cellsOf(seen), 'TD1');
    expect(text.isRepaired).toBe(false);
    expect(text.checkDigits).toMatchObject({ number: false, birth: false });
  });

  it('lose their accents, and brackets become fillers', () => {
    expect(['Ó', 'ñ', '«', '{', '·'].map(toMrzCharacter)).toEqual(['O', 'N', '<', '<', '']);
  });
});
