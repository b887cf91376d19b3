import type { Message } from '@herald/contracts';
import { json, collection } from '@herald/persistence';

/** A message that the broker has not taken yet. */
export type Waiting = {
  _id: string;
  message: Message;
  saved_at: Date;
  /** Attempts that failed while the broker took other messages. */
  tries?: number;
  /** Not published before this time. Messages of an earlier version have none. */
  due_at?: Date;
};

export const outboxModel = collection<Waiting>('outbox', {
  fields: { _id: String, message: json, saved_at: Date, tries: Number, due_at: Date },
  indexes: [[{ due_at: 1 }]],
});
