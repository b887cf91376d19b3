import type { TextModel } from '../languages/language';
import sharp from 'sharp';
import { type TextEngine, openTextEngine } from './text-engine';

let engine: TextEngine;
beforeAll(async () => {
  engine = await openTextEngine();
});
afterAll(() => engine.close());

it('reads in more languages than it keeps models open, and again in the first ones', async () => {
  const svg =
    '<svg width="400" height="60"><rect width="400" height="60" fill="#fff"/><text x="20" y="44" font-size="36">ZAMBRANO</text></svg>';
  const { data, info } = await sharp(Buffer.from(svg))
    .toColourspace('b-w')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data, width: info.width, height: info.height, channels: 1 as const };
  const languages: TextModel[] = ['spa', 'pol', 'tur', 'hun', 'ces', 'lav', 'swe', 'pol', 'spa', 'tur'];
  for (const language of languages)
    expect(engine.read(picture, language).flatMap(({ words }) => words.map(({ text }) => text))).toEqual(['ZAMBRANO']);
});
