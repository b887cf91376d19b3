/** The same moment one calendar month earlier; the last day of that month where it has no such day. */
export function monthBefore(moment: Date): Date {
  const before = new Date(moment);
  before.setUTCMonth(moment.getUTCMonth() - 1);
  if (before.getUTCDate() !== moment.getUTCDate()) before.setUTCDate(0);
  return before;
}
