export type { CsvAnswer } from './csv';
export type { EventsAnswer } from './events';
export { defaultBodyBytes, defaultTimeoutSeconds } from './route-limits';
export type { AppContext, Observation } from './context';
export { createApp, pathsOf } from './create-app';
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
export { assertHoldsCompany } from './authorize';
export { isOpenToLinks, rateLimit, signedLink, signedLinkQuery, whenInvalid, type Guard } from './guards';
export { openApiOf, type Documented } from './openapi';
export { tenantKey } from './caller-key';
export { paging, walking } from './paging';
export { parseJson } from './read-json';
export { tokenBuckets, type TakeToken } from './token-buckets';
export { jsonBody, multipart } from './request-body';
export type { Begun, KeptAnswer, RequestMemory } from './request-memory';
export {
  success,
  bare,
  counted,
  created,
  csv,
  events,
  file,
  found,
  noContent,
  emptyResult,
  ok,
  respondWith,
  pageOf,
  updated,
  type FileAnswer,
  type Override,
  type Page,
  type Returns,
} from './returns';
export {
  isWrite,
  route,
  type CheckedInput,
  type Input,
  type Method,
  type NamedRoute,
  type Problem,
  type Release,
  type Route,
} from './route';
export { failureAnswer, sendAnswer } from './send';
export type { UploadedFile } from './temp-files';
export { byField } from './validate';
export type { WriteEntry } from './write-log';
