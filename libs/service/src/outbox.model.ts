import { envelopeFields, integer, json, object, optional, timestamp, string, traceContext } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** Messages that the broker has not accepted yet. */
export const outbox = record('outbox', {
  internal: {
    _id: string(),
    message: object({ ...envelopeFields, data: json() }),
    /** The trace in which it was sent. */
    trace: optional(traceContext),
    saved_at: timestamp(),
    /** Attempts that failed while the broker accepted other messages. */
    tries: optional(integer()),
    /** Not published before this time. Messages of an earlier version have none. */
    due_at: optional(timestamp()),
  },
  personal: ['message'],
  impersonal: ['_id', 'trace', 'saved_at', 'tries', 'due_at'],
  indexes: [[{ due_at: 1 }]],
  shardKey: ['_id'],
});
export type OutboxMessage = Stored<typeof outbox>;
