import type { Check, Evidence, FieldName } from '@herald/card-reader';
import { json, collection } from '@herald/persistence';

/** The names of the pictures, by content. */
export type Pictures = { front: string; back: string; original_front: string; original_back: string; faces: string[] };

export type Credential = {
  uuid: string;
  company_id: string;
  fields: Record<FieldName, string | null>;
  evidence: Record<FieldName, Evidence>;
  /** As of the time of reading; the expiry is checked again for each answer. */
  checks: Check[];
  pictures: Pictures;
  validated: boolean;
  created_at: Date;
};

export const credentialModel = collection<Credential>('credentials', {
  fields: {
    uuid: String,
    company_id: String,
    fields: json,
    evidence: json,
    checks: json,
    pictures: json,
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
 * A picture in the storage. The record is written before the picture and removed after it, so that a crash leaves no
 * picture without a record. `kept` is true once a credential refers to the picture.
 */
export type Picture = { name: string; credential_uuid: string; type: string; kept: boolean; created_at: Date };

export const pictureModel = collection<Picture>('credential_pictures', {
  fields: { name: String, credential_uuid: String, type: String, kept: Boolean, created_at: Date },
  indexes: [[{ name: 1 }, { unique: true }], [{ credential_uuid: 1 }], [{ kept: 1, created_at: 1 }]],
});

export const storageKey = (name: string): string => `credentials/${name}`;
