import sharp from 'sharp';
import { findPrint } from '../find/find-print';
import { openEngines } from '../open-card-reader';
import { noTrace } from '../trace';
import type { Engines } from './engines';
import { LINE_HEIGHT, readLine } from './read-line';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines?.text.close());

it('reads dark print, and light print in a dark box', async () => {
  const svg = `
    <svg width="1280" height="800" font-family="sans-serif" font-size="36">
      <rect width="1280" height="800" fill="#dfe8f0"/><text x="400" y="240">ZAMBRANO</text>
      <rect x="480" y="520" width="280" height="56" fill="#902020"/>
      <text x="494" y="561" fill="#fff">12.345.678-5</text>
    </svg>`;
  const drawn = sharp(Buffer.from(svg)).removeAlpha().raw();
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
  const card = { data, width: info.width, height: info.height, channels: 3 as const };
  const { normalized, lineBoxes } = await findPrint(engines.cv, card, noTrace);
  const texts = lineBoxes.map((box) => readLine(engines, normalized, box, LINE_HEIGHT).text);
  expect(texts).toEqual(['ZAMBRANO', '12.345.678-5']);
});
