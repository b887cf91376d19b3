export { batcher, type Batcher } from './batcher';
export { cached, type CacheOptions } from './cached';
export { groupBy } from './group-by';
export { inBatches, ofMessages, ofOneMessage, type BatchOptions, type Call } from './in-batches';
export { limitConcurrency, limitPerKey, type Limit } from './limit-concurrency';
export { limitInTurns } from './limit-in-turns';
export { flowWindow } from './window';
export { DeadlineExceeded, withDeadline } from './with-deadline';
