import type { Store } from './store';

/** A store that keeps nothing. */
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
    define: () => undefined,
    undefine: () => undefined,
    definitionsStored: () => undefined,
    refusesMessages: () => false,
    write: () => undefined,
    erase: () => undefined,
    afterCommit(owner, action) {
      if (actions.size === 0) setImmediate(runAll);
      actions.set(owner, action);
    },
    backlog: () => 0,
    close: () => Promise.resolve(),
  };
}
