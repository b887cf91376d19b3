export { diskSpace, isOutOfSpace, type DiskSpace } from './disk-space';
export { isSignedLink, signedLink } from './signed-link';
export { openStorage, type S3Credentials, type Storage, type StoredContent } from './storage';
export { StorageDown } from './s3-storage';
