import type { Store } from './store';

/** A store that keeps nothing on disk. */
export function createMemoryStore(): Store {
  const actions = new Map<object, (isStored: boolean) => void>();
  const runAll = () => {
    const due = [...actions.values()];
    actions.clear();
    for (const action of due) action(true);
  };
  return {
    definitions: () => [],
    entries: () => [],
    saveDefinition: () => undefined,
    removeDefinition: () => undefined,
    saveMessage: () => undefined,
    removeMessage: () => undefined,
    definitionsStored: () => undefined,
    afterCommit(owner, action) {
      if (actions.size === 0) setImmediate(runAll);
      actions.set(owner, action);
    },
    isFailing: () => false,
    backlogBytes: () => 0,
    close: () => Promise.resolve(),
  };
}
