import type { WithTestStack } from './test-stack';

/** Jest's global teardown. */
// eslint-disable-next-line import-x/no-default-export -- jest calls the default export.
export default async function stopTestStack(): Promise<void> {
  await (globalThis as WithTestStack).stopTestStack?.();
}
