import type { Readable } from 'node:stream';
import type { DiskSpace } from './disk-space';
import { fileStorage } from './file-storage';
import { s3Storage } from './s3-storage';

export type StoredContent = { content: Readable; size: number };

/** A storage of files; callers choose the keys, made of letters, digits, `-` and `/`. */
export type Storage = {
  /** A folder for uploads until they are stored. */
  tempDir: string;
  /** The disk of `tempDir`. */
  disk: DiskSpace;
  /** Stores a complete file durably; the temporary file is moved. */
  keep(key: string, tempPath: string): Promise<void>;
  /** Undefined when the file does not exist. */
  read(key: string): Promise<StoredContent | undefined>;
  remove(key: string): Promise<void>;
  ready(): Promise<boolean>;
};

/** Opens `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`, with these keys or the role of the machine. */
export function openStorage(url: string, credentials?: S3Credentials): Promise<Storage> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return fileStorage(new URL(url));
  if (protocol === 's3:') return s3Storage(new URL(url), credentials);
  throw new Error('STORAGE_URL must be file://… or s3://…');
}

export type S3Credentials = { accessKeyId: string; secretAccessKey: string };
