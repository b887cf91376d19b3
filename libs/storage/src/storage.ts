import type { Readable } from 'node:stream';
import type { DiskSpace } from './disk-space';
import { fileStorage } from './file-storage';
import { s3Storage } from './s3-storage';

export type StoredContent = { content: Readable; size: number };

/** Where files are kept; keys are the caller's, made of letters, digits, `-` and `/`. */
export type Storage = {
  /** Where uploads may lie until they are kept. */
  tempDir: string;
  /** The disk of `tempDir`. */
  disk: DiskSpace;
  /** Moves a whole file here, durably. The temporary file is gone afterwards. */
  keep(key: string, tempPath: string): Promise<void>;
  /** Undefined when there is no such file. */
  read(key: string): Promise<StoredContent | undefined>;
  remove(key: string): Promise<void>;
  ready(): Promise<boolean>;
};

/** Opens `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`. */
export function openStorage(url: string, credentials?: S3Credentials): Promise<Storage> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return fileStorage(new URL(url));
  if (protocol === 's3:' && credentials) return s3Storage(new URL(url), credentials);
  throw new Error('STORAGE_URL must be file://… or s3://… with its keys');
}

export type S3Credentials = { accessKeyId: string; secretAccessKey: string };
