export type { Http2Request, Reply } from './exchange';
export { NotProcessed, Unanswered } from './errors';
export type { RequestHeader } from './header-writer';
export { http2Pool, type Http2Pool, type Http2PoolOptions } from './pool';
