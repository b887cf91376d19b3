import { boolean, list, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

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

export const pathOfCopy = (requestUuid: string): string => `/chronos/v1/subject_file/${requestUuid}`;
