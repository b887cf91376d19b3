/** True after the last day of validity has ended (UTC), false before; null if the date is missing or impossible. */
export function isExpired(dateDue: string | null, now: Date): boolean | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(dateDue ?? '') ?? [];
  if (!year) return null;
  const nextDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + 1));
  const lastDay = new Date(nextDay.getTime() - 86_400_000);
  const isReal = lastDay.getUTCMonth() === Number(month) - 1 && lastDay.getUTCDate() === Number(day);
  return isReal ? now >= nextDay : null;
}
