import { headBox } from './find-faces';

it('a head ends where its face does: the print beside a portrait is not part of it', () => {
  const card = { width: 1280, height: 800, data: Buffer.alloc(0), channels: 3 as const };
  const head = headBox({ x: 0.1, y: 0.25, width: 0.2, height: 0.25, score: 0.9 }, card);
  expect([head.x, head.width]).toEqual([128, 256]);
  expect(head.y).toBeLessThan(200);
  expect(head.y + head.height).toBeGreaterThan(400);
});
