import type { Message } from '@herald/contracts';
import { walkById } from '@herald/persistence';
import { erases, isNeeded, keeps, namesOfSubject, withoutErased, type Holding } from '@herald/subjects';
import { outbox } from './outbox.model';

const pageSize = 200;

/** What every service holds of persons, whatever else it stores. */
export const houseData: Holding<unknown>[] = [
  erases(outbox, {
    fields: ['message'],
    copy: { none: 'Messages that wait for the broker: what they say is copied where it arrives.' },
    // A message that the relay has read already is published as it was: it is erased where it arrives.
    async erase(subject, { database, hash, pause }) {
      const erased = namesOfSubject(subject, hash);
      const Outbox = outbox.model(database);
      let changed = 0;
      for await (const waiting of walkById(Outbox, { filter: {}, pageSize }, (row) => row)) {
        pause();
        for (const { _id, message } of waiting) {
          const left = isNeeded(message) ? message : withoutErased(message as Message, erased);
          if (left === message) continue;
          await (left ? Outbox.updateOne({ _id }, { $set: { message: left } }) : Outbox.deleteOne({ _id }));
          changed++;
        }
      }
      return { found: changed, changed };
    },
  }),
  keeps('idempotency_keys', {
    answer: 'Routes that answer with data of persons build a repeated answer from what is stored.',
  }),
  keeps('tombstones', { _id: 'A keyed hash: it keeps late messages from bringing the person back, and expires.' }),
  keeps('request_times', { _id: 'A digest, removed with its time window.' }),
];
