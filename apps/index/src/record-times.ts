type Times = { created_at: Date; updated_at: Date };

export const earlier = (one: Date, other: Date): Date => (one <= other ? one : other);
export const later = (one: Date, other: Date): Date => (one >= other ? one : other);

/** The times of a record after a report. */
export const mergeTimes = ({ created_at, updated_at }: Times, at: Date): Times => ({
  created_at: earlier(created_at, at),
  updated_at: later(updated_at, at),
});

export const hasSameTimes = (one: Times, other: Times): boolean =>
  one.created_at === other.created_at && one.updated_at === other.updated_at;

/** The time of an operator's change: later than all earlier writes, whatever the clocks of other machines say. */
export const nextUpdateTime = ({ updated_at }: Pick<Times, 'updated_at'>): Date =>
  later(new Date(), new Date(updated_at.getTime() + 1));
