import type { Tested } from '@herald/testing';
import { createReading, download, picture, send, startSapien, startWithCredentials } from '../start-sapien.fixture';

let herald: Tested;
let create: Awaited<ReturnType<typeof startWithCredentials>>['create'];
beforeAll(async () => ({ herald, create } = await startWithCredentials()));
afterAll(() => herald?.stop());

describe('GET /sapien/api/v1/picture/:picture', () => {
  it('answers to an unmodified link without a token, and rejects forged links', async () => {
    const { front_image, back_image } = await create();
    const [mine, other] = [new URL(front_image), new URL(back_image)];
    expect((await download(front_image)).status).toBe(200);
    const swapped = new URL(other.pathname + mine.search, front_image);
    const later = new URL(front_image.replace(/until=\d+/, 'until=4000000000'));
    for (const forged of [swapped, later, new URL(mine.pathname, front_image)]) {
      expect((await fetch(forged)).status).toBe(401);
      const { status } = await herald.as()(`GET ${forged.pathname}${forged.search || '?until=1&signature=x'}`);
      expect(status).toBe(403);
    }
  });

  it('rejects an expired link', async () => {
    const soon = await startSapien(async () => createReading(), { SAPIEN_LINK_SECONDS: '4' });
    try {
      const { data } = (
        await send(soon, { company_id: '1', front_image: await picture(10), back_image: await picture(200, 'webp') })
      ).body;
      expect((await download(data.front_image)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 4100));
      expect((await download(data.front_image)).status).toBe(401);
    } finally {
      await soon.stop();
    }
  });
});
