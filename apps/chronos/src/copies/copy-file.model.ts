import { boolean, list, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** How long a copy can be downloaded, and how long parts of one that was never made are kept. */
export const copyKeptMs = 7 * 86_400_000;

/** Files with the copy of a person's data. The record comes before the bytes and goes after them. */
export const copyFiles = record('copy_files', {
  internal: {
    /** The uuid of the person's request. */
    _id: string(),
    company_id: string(),
    /** Keyed hashes of what names the person: an erasure removes the file too. */
    names: list(string()),
    until: timestamp(),
    /** The bytes are in the storage. */
    made: boolean(),
  },
  personal: ['names'],
  impersonal: ['_id', 'company_id', 'until', 'made'],
  indexes: [[{ names: 1 }], [{ until: 1 }]],
  shardKey: ['_id'],
});
export type CopyFile = Stored<typeof copyFiles>;

export const copyKey = (requestUuid: string): string => `copies/${requestUuid}`;
