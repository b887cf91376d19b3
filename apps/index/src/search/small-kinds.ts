/** A kind is small after this number of small results in a row. */
const minStreak = 5;
const maxKinds = 1_000;

/**
 * Remembers the kinds of filters, such as those of a model, whose latest results were all small. One large result ends
 * that.
 */
export function smallKinds(minMatches: number) {
  const streaks = new Map<string, number>();
  return {
    has: (kind: string): boolean => (streaks.get(kind) ?? 0) >= minStreak,
    note(kind: string, total: number): void {
      const streak = streaks.get(kind) ?? 0;
      streaks.delete(kind);
      if (total >= minMatches) return;
      if (streaks.size >= maxKinds) streaks.delete(streaks.keys().next().value!);
      streaks.set(kind, streak + 1);
    },
  };
}
