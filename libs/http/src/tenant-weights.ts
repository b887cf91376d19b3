/** The weight of the requests that each tenant has in flight. */
export function tenantWeights() {
  const weights = new Map<string, number>();
  return {
    /** A negative weight takes back. */
    add(weight: number, tenant: string): void {
      const own = (weights.get(tenant) ?? 0) + weight;
      if (own > 0) weights.set(tenant, own);
      else weights.delete(tenant);
    },
    /** Whether a further weight is within an equal share for each tenant that has requests in flight. */
    isWithinShare(weight: number, tenant: string, limit: number): boolean {
      const own = weights.get(tenant) ?? 0;
      const tenants = weights.size + (own > 0 ? 0 : 1);
      return own + weight <= limit / tenants;
    },
  };
}
