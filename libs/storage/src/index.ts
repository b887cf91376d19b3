export { diskSpace, isOutOfSpace, type DiskSpace } from './disk-space';
export { signedLinks, type SignedLinks } from './signed-link';
export { openStorage, type S3Credentials, type Storage, type StoredContent } from './storage';
export { StorageDown } from './s3-storage';
