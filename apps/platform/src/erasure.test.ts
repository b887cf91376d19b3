import { startForTest } from '@herald/testing';
import { allServices } from './services';
it('starts', async () => {
  const herald = await startForTest(allServices);
  await herald.stop();
}, 60000);
