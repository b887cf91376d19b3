import type { Release, Route } from './route';

type RouteGuard = Route<never>['guards'][number];

/** Acquires what each guard asks for; a refusal releases what others acquired. */
export function acquireSlots(
  { guards }: Pick<Route<never>, 'guards'>,
  acquire: (guard: RouteGuard) => Release | undefined,
): Release {
  const slots: Release[] = [];
  try {
    for (const guard of guards) slots.push(acquire(guard) ?? (() => {}));
  } catch (error) {
    releaseAll(slots);
    throw error;
  }
  return () => releaseAll(slots);
}

/** Releases each slot once, and empties the list. */
export function releaseAll(slots: Release[]): void {
  for (const release of slots.splice(0)) release();
}
