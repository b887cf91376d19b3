import { findLabels } from './labelled-values';
import { findLegend } from './legend';
import { lineAt } from './printed-lines.fixture';

const texts = ['1. Surname', '2. Other names', '3. Date and place of birth', '4a. Date of issue', '9. Entriement'];
const below = (from: number, gap: number) => texts.map((text, row) => lineAt(text, 20, from + row * gap, 14));

it('the legend of a licence are labels with their numbers, one directly below the other', () => {
  const lines = [...below(20, 25), lineAt('AM', 350, 40, 14)];
  expect([...findLegend(lines)].map(({ text }) => text)).toEqual(texts);
  expect(findLabels(lines)).toEqual([]);
});

it('numbered labels with values between them are no legend', () => {
  const lines = below(20, 60);
  expect(findLegend(lines).size).toBe(0);
  expect(findLabels(lines).length).toBeGreaterThan(0);
});

it('a numbered list of anything else is none', () => {
  const list = ['1. Restaurant', '2. Museum', '3. Signature'].map((text, row) => lineAt(text, 20, 20 + row * 25, 14));
  expect(findLegend(list).size).toBe(0);
});
