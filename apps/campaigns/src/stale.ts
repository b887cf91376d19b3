const clockSlackMs = 60_000;

/** The condition that a time lies at least this far back. A time in the future was written before a clock was set back. */
export function stale<Field extends string>(field: Field, ageMs: number, now = Date.now()) {
  const lies = (condition: object) => ({ [field]: condition }) as { [key in Field]: object };
  return { $or: [lies({ $lt: new Date(now - ageMs) }), lies({ $gt: new Date(now + clockSlackMs) })] };
}
