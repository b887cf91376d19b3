/** The other service does not answer: the outcome of the call is unknown. */
export class DependencyDown extends Error {}

const failuresToOpen = 5;
const openFor = 5_000;

/** A circuit breaker: opens for five seconds after five failures in a row; then one call decides. */
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
