export { requireCoverage } from './coverage';
export { isErasedValue, valueHasher } from './erased-value';
export type { CopiedFile, Copy } from './copy';
export { erasedAlong, erases, keeps, removes, replaces, type Holding } from './holding';
export { onSubjectRequested, type SubjectWork } from './on-subject-requested';
export {
  handleCount,
  handleValues,
  mergeHandles,
  namesOf,
  type Handles,
  type Subject,
  type Tally,
  type Work,
} from './subject';
export { requireRetention } from './require-retention';
export {
  expires,
  goesWith,
  lookAt,
  maxCounted,
  retains,
  staysUntilErased,
  type Holdings,
  type Retention,
  type RetentionWork,
} from './retention';
