import cvModule from '@techstark/opencv-js';

export type OpenCv = typeof cvModule;
export type Mat = InstanceType<OpenCv['Mat']>;
type Deletable = { delete(): void };

let loading: Promise<{ cv: OpenCv }> | undefined;

/** Loads OpenCV once. The module is wrapped in an object because it is thenable itself. */
export function loadOpenCv(): Promise<{ cv: OpenCv }> {
  loading ??= startOpenCv();
  return loading;
}

async function startOpenCv(): Promise<{ cv: OpenCv }> {
  const module = cvModule as OpenCv & { onRuntimeInitialized?: () => void; then?: unknown };
  if (!('Mat' in module) || !module.Mat) {
    await new Promise<void>((resolve) => {
      module.onRuntimeInitialized = resolve;
    });
  }
  // An async function that returns a thenable module would never resolve.
  module.then = undefined;
  return { cv: module };
}

/** Runs `work` and then deletes every object it tracked: OpenCV memory is not garbage collected. */
export function withMats<T>(work: (track: <M extends Deletable>(object: M) => M) => T): T {
  const tracked: Deletable[] = [];
  try {
    return work((object) => {
      tracked.push(object);
      return object;
    });
  } finally {
    for (const object of tracked.reverse()) object.delete();
  }
}
