import { router } from './router';

/** Loads the code of the screens, one after another, while the browser is idle: a click waits for records alone. */
export async function loadScreens(): Promise<void> {
  for (const { options } of Object.values(router.routesById)) {
    const { preload } = (options.component ?? {}) as { preload?: () => Promise<unknown> };
    if (!preload) continue;
    await idle();
    await preload();
  }
}

/** Safari has no idle callbacks. */
const idle = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200),
  );
