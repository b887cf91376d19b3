export { batcher, type Batcher } from './batcher';
export { cached, type CacheOptions } from './cached';
export { limitConcurrency, limitPerKey, type Limit } from './limit-concurrency';
export { flowWindow } from './window';
export { DeadlineExceeded, withDeadline } from './with-deadline';
