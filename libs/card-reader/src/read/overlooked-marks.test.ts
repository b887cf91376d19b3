import type { Picture } from '../picture/picture';
import { wordsWithOverlookedMarks } from './overlooked-marks';
import { lineAt } from './printed-lines.fixture';

const line = lineAt('DAVID BERARD', 20, 40, 30);

/** The line with a black block for each letter, and blocks elsewhere: x, y, width, height. */
function drawn(...blocks: [number, number, number, number][]): Picture {
  const [width, height] = [300, 100];
  const data = Buffer.alloc(width * height, 255);
  const letters = line.words
    .flatMap((word) => word.letters)
    .map(({ box }) => [box.x + 2, box.y, box.width - 4, 30] as [number, number, number, number]);
  for (const [x, y, w, h] of [...letters, ...blocks])
    for (let row = y; row < y + h; row++) data.fill(0, row * width + Math.round(x), row * width + Math.round(x + w));
  return { data, width, height, channels: 1 };
}
const overlooked = (picture: Picture) => wordsWithOverlookedMarks(line, picture, 'spa').map(({ text }) => text);
const e = line.words[1]!.letters[1]!.box;

describe('a word that was read without marks', () => {
  it('may lack one where ink is above its letters, apart from them or running into them', () => {
    expect(overlooked(drawn([e.x + 6, 32, 6, 4]))).toEqual(['BERARD']);
    expect(overlooked(drawn([e.x + 6, 32, 6, 8]))).toEqual(['BERARD']);
  });

  it('lacks none without such ink: neither print far above nor dust is a mark', () => {
    expect(overlooked(drawn())).toEqual([]);
    expect(overlooked(drawn([20, 10, 200, 12]))).toEqual([]);
    expect(overlooked(drawn([e.x + 6, 32, 1, 1]))).toEqual([]);
  });

  it('may always lack one in a language with marks below the letters', () => {
    expect(wordsWithOverlookedMarks(line, drawn(), 'lav').map(({ text }) => text)).toEqual(['BERARD']);
  });

  it('is not judged with a mark or in small letters', () => {
    const [marked, small] = [lineAt('BÉRARD', 20, 40, 30), lineAt('Berard', 20, 40, 30)];
    const picture = drawn([60, 32, 6, 4]);
    expect([marked, small].flatMap((one) => wordsWithOverlookedMarks(one, picture, 'spa'))).toEqual([]);
  });
});
