import { boolean, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/**
 * Pictures in the storage. The record is written before the picture and removed after it, so that a crash leaves no
 * picture without a record.
 */
export const pictures = record('credential_pictures', {
  internal: {
    name: string(),
    credential_uuid: string(),
    type: string(),
    /** A credential refers to the picture. */
    kept: boolean(),
    created_at: timestamp(),
  },
  personal: ['name'],
  impersonal: ['credential_uuid', 'type', 'kept', 'created_at'],
  indexes: [[{ name: 1 }, { unique: true }], [{ credential_uuid: 1 }], [{ kept: 1, created_at: 1 }]],
  shardKey: ['name'],
});
export type Picture = Stored<typeof pictures>;

export const storageKey = (name: string): string => `credentials/${name}`;
