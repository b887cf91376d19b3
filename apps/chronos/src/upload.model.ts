import { integer, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** Uploads that are being stored: they find what a process leaves in the storage when it dies. */
export const uploads = record('uploads', {
  internal: {
    /** The key in the storage. */
    _id: string(),
    company_id: string(),
    file_uuid: string(),
    upload: string(),
    bytes: integer(),
    begun_at: timestamp(),
  },
  personal: [],
  impersonal: ['_id', 'company_id', 'file_uuid', 'upload', 'bytes', 'begun_at'],
  indexes: [[{ begun_at: 1 }]],
  shardKey: ['_id'],
});
export type Upload = Stored<typeof uploads>;
