export { isSignedLink, signedLink } from './signed-link';
export { openStorage, type S3Credentials, type Storage, type StoredContent } from './storage';
