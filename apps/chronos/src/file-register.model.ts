import { anyObject, integer, mapOf, object, optional, string, timestamp, type TypeOf } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { blockField } from '@herald/subjects';

const text = () => string().allow('');
const tags = mapOf(string().allow(''));

/** What a file and each of its versions have in common. */
const content = {
  version: integer(),
  name: text(),
  bytes: integer(),
  folder: text(),
  tags,
  /** Of the person that the tags name. */
  block: blockField(),
  created_at: timestamp(),
};

/** Files; `version` and the rest of their content is that of the newest version. */
export const fileRegisters = record('file_registers', {
  internal: { uuid: text(), company_id: string(), ...content },
  personal: ['name', 'folder', 'tags', 'block'],
  impersonal: ['uuid', 'company_id', 'version', 'bytes', 'created_at'],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, created_at: -1, uuid: 1 }],
    [{ created_at: -1, uuid: 1 }],
    // Totals leave out the blocked ones.
    [
      { 'block.is': 1, company_id: 1 },
      { partialFilterExpression: { 'block.is': true }, name: 'blocked' },
    ],
  ],
  shardKey: ['uuid'],
});
export type FileRegister = Stored<typeof fileRegisters>;

/** The uploads of files; a version never changes. `upload` is its id over repeats of one request. */
export const fileVersions = record('file_versions', {
  internal: {
    ...{ file_uuid: string(), upload: string(), ...content, type: text(), sha256: text() },
    /** When a newer version took its place. */
    replaced_at: optional(timestamp()),
  },
  personal: ['name', 'folder', 'tags', 'sha256', 'block'],
  impersonal: ['file_uuid', 'upload', 'version', 'bytes', 'created_at', 'type', 'replaced_at'],
  indexes: [
    [{ file_uuid: 1, version: -1 }, { unique: true }],
    [{ upload: 1 }, { unique: true }],
    [{ replaced_at: 1 }, { sparse: true }],
  ],
});
export type FileVersion = Stored<typeof fileVersions>;
export type Tags = FileVersion['tags'];

const fileFields = {
  uuid: text(),
  name: text(),
  size: text(),
  path: text(),
  tags: anyObject(),
  created_at: timestamp(),
};

export const fileAnswer = object(fileFields);
export const versionAnswer = object({ ...fileFields, version: integer(), sha256: text(), type: text() });

type Content = Pick<FileRegister, 'name' | 'bytes' | 'folder' | 'tags' | 'created_at'>;

export const toFileFields = (uuid: string, { name, bytes, folder, tags, created_at }: Content) => ({
  uuid,
  name,
  size: sizeText(bytes),
  path: [folder, name].filter(Boolean).join('/'),
  tags,
  created_at,
});

export const toFileAnswer = (file: FileRegister): TypeOf<typeof fileAnswer> => toFileFields(file.uuid, file);

export function toVersionAnswer(fileVersion: FileVersion): TypeOf<typeof versionAnswer> {
  const { file_uuid, version, sha256, type } = fileVersion;
  return { ...toFileFields(file_uuid, fileVersion), version, sha256, type };
}

/** The key of a version's bytes in the storage. */
export const storageKey = ({ file_uuid, upload }: Pick<FileVersion, 'file_uuid' | 'upload'>) =>
  `${file_uuid}/${upload}`;

const units = ['B', 'KB', 'MB'];

/** A size with its unit, for people. */
function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
