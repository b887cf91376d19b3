import { integer, list, oneOf, string, timestamp, title } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** What services sent for copies of persons' data, until the file is made. */
export const copyParts = record('copy_parts', {
  internal: {
    /** `<attempt>/<part>`. */
    _id: string(),
    request_uuid: string(),
    /** Keyed hashes of what names the person: an erasure removes the parts too. */
    names: list(string()),
    attempt: string(),
    part: integer(),
    service: string(),
    name: string(),
    title,
    form: oneOf('records', 'file'),
    content: string().allow(''),
    expires_at: timestamp(),
  },
  personal: ['names', 'name', 'content'],
  impersonal: ['_id', 'request_uuid', 'attempt', 'part', 'service', 'title', 'form', 'expires_at'],
  indexes: [
    [{ attempt: 1, name: 1, part: 1 }],
    [{ request_uuid: 1 }],
    [{ names: 1 }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  ],
  shardKey: ['_id'],
});
export type CopyPart = Stored<typeof copyParts>;
