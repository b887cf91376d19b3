export type { EarlierFormat } from './earlier-format';
export type { Operations } from './format';
export { createGroupCommit, type GroupCommit } from './group-commit';
export { openJournal } from './open-journal';
export { readLmdb, readNumberKey } from './read-lmdb';
