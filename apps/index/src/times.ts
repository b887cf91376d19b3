export const earlier = (one: Date, other: Date): Date => (one <= other ? one : other);
export const later = (one: Date, other: Date): Date => (one >= other ? one : other);

type Times = { created_at: Date; updated_at: Date };

/** The times of a record after a report. */
export const timesWith = ({ created_at, updated_at }: Times, at: Date): Times => ({
  created_at: earlier(created_at, at),
  updated_at: later(updated_at, at),
});

export const isAsOld = (one: Times, other: Times): boolean =>
  one.created_at === other.created_at && one.updated_at === other.updated_at;
