import type { Release } from '@herald/http';

/** The maximum ratio of the slots of one tenant to the free slots. */
const SHARE_OF_FREE = 2;

/**
 * A limited number of slots that no tenant can take alone. A tenant may hold twice as many slots as are free: two
 * thirds of all if it is the only one, fewer with more tenants. A slot is left for the next tenant.
 */
export function fairSlots(max: number, refusal: () => Error): (tenant: string) => Release {
  const heldBy = new Map<string, number>();
  let free = max;
  const maxHeld = () => Math.min(SHARE_OF_FREE * free, Math.max(1, max - 1));
  return (tenant) => {
    const held = heldBy.get(tenant) ?? 0;
    if (free === 0 || held >= maxHeld()) throw refusal();
    heldBy.set(tenant, held + 1);
    free -= 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      free += 1;
      const left = heldBy.get(tenant)! - 1;
      if (left > 0) heldBy.set(tenant, left);
      else heldBy.delete(tenant);
    };
  };
}
