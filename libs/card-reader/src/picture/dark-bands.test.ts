import { invertDarkBands } from './dark-bands';

const [width, height] = [400, 200];
type Paint = (x: number, y: number) => number;
const drawn = (paint: Paint) => ({
  data: Buffer.from(Array.from({ length: width * height }, (_, i) => paint(i % width, Math.floor(i / width)))),
  width,
  height,
  channels: 1 as const,
});
const isHeader = (y: number) => y >= 10 && y < 50;
const isStroke = (x: number, y: number) => y >= 20 && y < 40 && x > 50 && x < 350 && x % 30 < 6;
const header =
  (band: number, letter: number, paper = 200): Paint =>
  (x, y) =>
    isHeader(y) ? (isStroke(x, y) ? letter : band) : paper;

it('inverts a dark band with light letters, and nothing else', () => {
  const given = drawn(header(40, 230));
  const { data } = invertDarkBands(given);
  expect([data[30 * width + 60], data[30 * width + 70], data[100 * width]]).toEqual([25, 215, 200]);
  expect(given.data[30 * width + 60]).toBe(230);
});

it.each([
  ['dark letters in a shadow', header(90, 20)],
  ['a shadow on a part of the rows', (x, y) => (isHeader(y) && x < 300 ? 90 : 200)],
  ['a dark band without letters', header(40, 40)],
  ['a light band', header(180, 255)],
  ['a card that is dark all over', header(40, 230, 50)],
] as [string, Paint][])('leaves %s as it is', (_, paint) => {
  const given = drawn(paint);
  expect(invertDarkBands(given)).toBe(given);
});
