export { NotProcessed, Unanswered } from './errors';
export type { RequestHeader } from './hpack-encoder';
export { http2Pool, type Http2Pool, type Http2PoolOptions } from './pool';
export { openSocket } from './socket';
export type { Http2Request, Reply } from './stream';
