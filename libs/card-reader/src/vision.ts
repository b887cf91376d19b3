import cvModule from '@techstark/opencv-js';

export type Vision = typeof cvModule;
export type Mat = InstanceType<Vision['Mat']>;
type Deletable = { delete(): void };

let loading: Promise<{ cv: Vision }> | undefined;

/** OpenCV, once it has started. Wrapped in an object because the module itself is thenable. */
export function openVision(): Promise<{ cv: Vision }> {
  loading ??= start();
  return loading;
}

async function start(): Promise<{ cv: Vision }> {
  const module = cvModule as Vision & { onRuntimeInitialized?: () => void; then?: unknown };
  if (!('Mat' in module) || !module.Mat) {
    await new Promise<void>((resolve) => {
      module.onRuntimeInitialized = resolve;
    });
  }
  // A thenable module would be awaited for ever by whoever returns it from an async function.
  module.then = undefined;
  return { cv: module };
}

/** Runs `work` and frees everything it kept: memory of OpenCV is not collected by itself. */
export function freeing<T>(work: (keep: <M extends Deletable>(made: M) => M) => T): T {
  const kept: Deletable[] = [];
  try {
    return work((made) => {
      kept.push(made);
      return made;
    });
  } finally {
    for (const made of kept.reverse()) made.delete();
  }
}
