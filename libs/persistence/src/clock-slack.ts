/** Clocks of processes differ by less: a stored time further ahead was written before a clock was set back. */
export const clockSlackMs = 60_000;
