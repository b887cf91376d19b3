import { erases, handleValues, keeps, type Holding } from '@herald/subjects';
import { outbox } from './outbox.model';

/** Messages wait here only while the broker is down: an erasure reads no more of them than this. */
const maxWaiting = 1_000;

/** What every service holds of persons, whatever else it stores. */
export const houseData: Holding<unknown>[] = [
  erases(outbox, {
    fields: ['message'],
    copy: { none: 'Messages that wait for the broker: what they say is copied where it arrives.' },
    async erase(subject, { database, postpone }) {
      const waiting = await outbox.model(database).find().limit(maxWaiting).lean();
      const values = handleValues(subject).map((value) => JSON.stringify(value));
      const named = waiting.filter(({ message }) => values.some((value) => JSON.stringify(message).includes(value)));
      // Another service may need the rest of a message: it is published first, and erased where it arrives.
      if (named.length > 0) postpone(5);
      return { found: 0, changed: 0 };
    },
  }),
  keeps('idempotency_keys', {
    answer: 'Routes that answer with data of persons build a repeated answer from what is stored.',
  }),
  keeps('tombstones', { _id: 'A keyed hash: it keeps late messages from bringing the person back, and expires.' }),
  keeps('request_times', { _id: 'A digest, removed with its time window.' }),
];
