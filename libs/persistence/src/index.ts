export { asItCame, collection, type CollectionSpec } from './collection';
export { connectDatabase, type CommandObservation, type ConnectOptions, type DatabaseServer } from './connect';
export { againOnCollision, duplicateKeys, isDatabaseDown } from './errors';
export { findPage, type FoundPage, type PageRequest } from './find-page';
export { integerIds } from './next-id';
export { requestMemory } from './request-memory';
export { rowsById, type RowsById } from './rows-by-id';
export { ownedBy } from './tenant';
export type { Connection, Model } from 'mongoose';
