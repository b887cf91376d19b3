import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { asItCame, collection } from '@herald/persistence';
import Joi from 'joi';

export type Tags = Record<string, string>;

/** A stored file as it stands now; `version` is its newest one. */
export type FileRegister = {
  uuid: string;
  company_id: string;
  version: number;
  name: string;
  bytes: number;
  folder: string;
  tags: Tags;
  created_at: Date;
};

/** One upload of a file; never changed. `upload` is its id over repeats of one request. */
export type FileVersion = Omit<FileRegister, 'uuid' | 'company_id'> & {
  file_uuid: string;
  upload: string;
  type: string;
  sha256: string;
};

export const fileRegisterModel = collection<FileRegister>('file_registers', {
  fields: {
    uuid: String,
    company_id: String,
    version: Number,
    name: String,
    bytes: Number,
    folder: String,
    tags: asItCame,
    created_at: Date,
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, created_at: -1, uuid: 1 }],
    [{ created_at: -1, uuid: 1 }],
  ],
});

export const fileVersionModel = collection<FileVersion>('file_versions', {
  fields: {
    file_uuid: String,
    upload: String,
    version: Number,
    name: String,
    bytes: Number,
    folder: String,
    tags: asItCame,
    type: String,
    sha256: String,
    created_at: Date,
  },
  indexes: [
    [{ file_uuid: 1, version: -1 }, { unique: true }],
    [{ upload: 1 }, { unique: true }],
  ],
});

const text = () => Joi.string().allow('');

export const fileRegisterShape = shape({
  uuid: text(),
  name: text(),
  size: text(),
  path: text(),
  tags: Joi.object(),
  created_at: timestamp(),
});

export const fileVersionShape = fileRegisterShape.keys({ version: Joi.number(), sha256: text(), type: text() });

/** A file as answers show it. */
export function toFileRegister({ uuid, name, bytes, folder, tags, created_at }: FileRegister) {
  return { uuid, name, size: sizeText(bytes), path: [folder, name].filter(Boolean).join('/'), tags, created_at };
}

/** A version as answers show it. */
export function toFileVersion({ file_uuid: uuid, version, sha256, type, ...rest }: FileVersion) {
  return { ...toFileRegister({ ...rest, uuid, version, company_id: '' }), version, sha256, type };
}

/** Where the bytes of a version are kept. */
export const storageKey = ({ file_uuid, upload }: Pick<FileVersion, 'file_uuid' | 'upload'>) =>
  `${file_uuid}/${upload}`;

const units = ['B', 'KB', 'MB'];

/** A size with its unit, as people read it. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
