import { joinDivided } from './join-divided';
import { lineAt } from './printed-lines.fixture';
import type { PrintedLine } from './printed-line';

const behind = ({ box }: PrintedLine, text: string, gap = 24) => lineAt(text, box.x + box.width + gap, box.y);
const texts = (...lines: PrintedLine[]) => joinDivided(lines).map(({ text }) => text);

it('joins a number and a date whose end is a line of its own', () => {
  const [number, day] = [lineAt('201 032', 100, 50), lineAt('14 Martsa', 100, 100)];
  const middle = behind(number, '018');
  expect(texts(middle, number, behind(middle, '946'), day, behind(day, '1987'))).toEqual([
    '201 032 018 946',
    '14 Martsa 1987',
  ]);
  const [joined] = joinDivided([number, middle]);
  expect(joined).toMatchObject({ box: { x: 100, width: middle.box.x + middle.box.width - 100 } });
  expect(joined!.words.map(({ text }) => text)).toEqual(['201', '032', '018']);
});

it('joins no columns, no lines of other heights, and no words', () => {
  const number = lineAt('201 032', 100, 50);
  const higher = lineAt('946', number.box.x + number.box.width + 20, 44, 32);
  for (const next of [behind(number, '946', 60), higher, behind(number, 'A'), lineAt('946', 100, 90)])
    expect(texts(number, next)).toHaveLength(2);
  const date = lineAt('14.03.1987', 100, 150);
  expect(texts(date, behind(date, '14.03.2027'))).toHaveLength(2);
});

it('joins words of a typewriter, whose spaces are as wide as its letters, but no label and its value', () => {
  // The letters of these lines stand at the same distance, as those of a typewriter do.
  const afterBlank = (line: PrintedLine, text: string) => behind(line, text, line.box.height * 0.62);
  const first = lineAt('MARIA', 100, 50);
  const second = afterBlank(first, 'APARECIDA');
  expect(texts(afterBlank(second, 'DE'), first, second)).toEqual(['MARIA APARECIDA DE']);
  expect(texts(first, behind(first, 'APARECIDA', 20))).toHaveLength(2);
  const label = lineAt('NOME', 100, 50);
  expect(texts(label, afterBlank(label, 'MARIA'))).toHaveLength(2);
});

it('joins words of a typewriter also where the engine misplaced a letter', () => {
  const first = lineAt('ANISHA', 100, 50);
  const second = behind(first, 'DEVIKA', first.box.height * 0.62);
  second.words[0]!.letters.at(-1)!.box.x -= 7;
  expect(texts(first, second)).toEqual(['ANISHA DEVIKA']);
});
