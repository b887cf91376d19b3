import type { Check, Evidence, FieldName } from '@herald/card-reader';
import { asItCame, collection } from '@herald/persistence';

/** Names of pictures, by what they show. */
export type Pictures = { front: string; back: string; original_front: string; original_back: string; faces: string[] };

export type Credential = {
  uuid: string;
  company_id: string;
  fields: Record<FieldName, string | null>;
  evidence: Record<FieldName, Evidence>;
  /** As they were when the card was read; whether it has expired is told anew each time. */
  checks: Check[];
  pictures: Pictures;
  validated: boolean;
  created_at: Date;
};

export const credentialModel = collection<Credential>('credentials', {
  fields: {
    uuid: String,
    company_id: String,
    fields: asItCame,
    evidence: asItCame,
    checks: asItCame,
    pictures: asItCame,
    validated: Boolean,
    created_at: Date,
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, created_at: -1, uuid: 1 }],
    [{ created_at: -1, uuid: 1 }],
  ],
});

/**
 * A picture in the storage. Its record is written before the picture and stays until the picture is gone, so that a process
 * that dies in between leaves nothing that nobody knows of. `kept` once its credential holds it.
 */
export type Picture = { name: string; credential_uuid: string; type: string; kept: boolean; created_at: Date };

export const pictureModel = collection<Picture>('credential_pictures', {
  fields: { name: String, credential_uuid: String, type: String, kept: Boolean, created_at: Date },
  indexes: [[{ name: 1 }, { unique: true }], [{ credential_uuid: 1 }], [{ kept: 1, created_at: 1 }]],
});

/** Where a picture is kept. */
export const storageKey = (name: string): string => `credentials/${name}`;
