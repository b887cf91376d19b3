import { clockSlackMs } from './clock-slack';

/** The condition that a time is at least this old. A time in the future was written before a clock was set back. */
export function stale<Field extends string>(field: Field, ageMs: number, now = Date.now()) {
  const written = (condition: object) => ({ [field]: condition }) as { [key in Field]: object };
  return { $or: [written({ $lt: new Date(now - ageMs) }), written({ $gt: new Date(now + clockSlackMs) })] };
}
