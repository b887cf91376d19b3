/** The other service does not answer: nothing is known of what was asked. */
export class DependencyDown extends Error {}

const failuresToOpen = 5;
const openFor = 5_000;

/** After five failures in a row, asks nobody for five seconds; then one try decides. */
export function circuitBreaker(name: string): <T>(ask: () => Promise<T>) => Promise<T> {
  let failures = 0;
  let closedAgainAt = 0;
  return async (ask) => {
    if (failures >= failuresToOpen && performance.now() < closedAgainAt) throw new DependencyDown(`${name} is down`);
    if (failures >= failuresToOpen) closedAgainAt = performance.now() + openFor;
    try {
      const answer = await ask();
      failures = 0;
      return answer;
    } catch (error) {
      failures++;
      closedAgainAt = performance.now() + openFor;
      throw error;
    }
  };
}
