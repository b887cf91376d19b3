export { defaultBodyBytes, defaultSeconds, maxBodyBytes } from './route-limits';
export type { AppContext, Observation } from './context';
export { createApp, waysTo } from './create-app';
export { readCursor, writeCursor, type Cursor } from './cursor';
export { between, dateFilter, momentsOf, type DateRange } from './dates';
export { serveDocs } from './docs-page';
export {
  HttpError,
  badRequest,
  conflict,
  forbidden,
  insufficientStorage,
  invalid,
  notFound,
  tooManyRequests,
  unauthorized,
  unavailable,
  type ErrorDetail,
} from './errors';
export { mustHold } from './guard';
export { openApiOf, type Documented } from './openapi';
export { paging, walking, type Paged, type Walked } from './paging';
export { parseJson } from './read-json';
export { tokenBuckets, type TakeToken } from './token-buckets';
export type { Begun, KeptAnswer, RequestMemory } from './request-memory';
export {
  answers,
  bare,
  counted,
  created,
  file,
  found,
  noContent,
  noRecord,
  ok,
  otherwise,
  pageOf,
  shape,
  updated,
  type FileAnswer,
  type Page,
  type Returns,
} from './returns';
export {
  isWrite,
  route,
  type CheckedInput,
  type Input,
  type Method,
  type Problem,
  type Release,
  type Route,
} from './route';
export { failureAnswer, sendAnswer } from './send';
export type { UploadedFile } from './uploads';
export { byField } from './validate';
export type { WriteEntry } from './write-log';
