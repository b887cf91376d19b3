export { batchedReads, type ReadRecord } from './batched-reads';
export { clockSlackMs } from './clock-slack';
export {
  record,
  view,
  type AnyRecord,
  type DeclaredIndex,
  type Model,
  type RecordType,
  type Stored,
  type View,
} from './record';
export { connectDatabase, type CommandObservation, type ConnectOptions, type DatabaseServer } from './connect';
export { containsText } from './contains-text';
export { countCache, type CountCache } from './count-cache';
export { deleteInBatches } from './delete-in-batches';
export { duplicateKeys, isDatabaseFull, isTransient, retryOnCollision } from './errors';
export { findPage, type FoundPage, type PageRequest } from './find-page';
export { bulkInsert, bulkUpdate, findPlain, insertMissing, updateMatching, type Update } from './bulk-write';
export { buildCollection, checkCollections, describeIndex, dropIndex, type CollectionCheck } from './indexes';
export { idRanges, withinIds, type IdBounds, type IdRange } from './id-ranges';
export { leaseFields, leases, type Acquired, type Lease, type Leases } from './leases';
export { counters, idsInBlocks, integerIds } from './next-id';
export { optimisticUpdates, type Updated, type UpdateRecord } from './optimistic-updates';
export { walkById } from './walk-by-id';
export { walkByTime } from './walk-by-time';
export { quotas, quotaUsage, type Quotas } from './quotas';
export { countByRanges, type IndexKey, type RangeCounts } from './range-counts';
export { rarestIndex, type IndexedCondition } from './rarest-index';
export { idempotencyKeys, requestMemory, requestTimes } from './request-memory';
export { readRows, type Row } from './read-rows';
export { rowsById, type RowsById } from './rows-by-id';
export { rowsInRanges } from './rows-in-ranges';
export { stale } from './stale';
export { mayReadStale } from './stale-reads';
export { ownedBy } from './tenant';
export { timelines, type Timelines } from './timeline';
export { batchedUpserts, type Upsert } from './write-each';
export type { Connection } from 'mongoose';
