import { collection } from '@herald/persistence';

/** Who works on a batch, so that a repeat of its message waits for him or takes over from him. */
export type Claim = {
  /** The batch's id. */
  _id: string;
  holder: string;
  until: Date;
  /** After this nobody will ask for the batch again. */
  forget_at: Date;
};

export const claimModel = collection<Claim>('claims', {
  fields: { _id: String, holder: String, until: Date, forget_at: Date },
  indexes: [[{ forget_at: 1 }, { expireAfterSeconds: 0 }]],
});
