import { collection } from '@herald/persistence';

/** A lease on a batch. While it is valid, a redelivered message waits; once expired, it can be taken over. */
export type Claim = {
  /** The batch's id. */
  _id: string;
  /** Id of the process that holds the lease. */
  holder: string;
  /** End of the lease. */
  until: Date;
  /** The row is removed at this time, when no message of the batch can arrive. */
  forget_at: Date;
};

export const claimModel = collection<Claim>('claims', {
  fields: { _id: String, holder: String, until: Date, forget_at: Date },
  indexes: [[{ forget_at: 1 }, { expireAfterSeconds: 0 }]],
});
