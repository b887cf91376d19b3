export { requireCoverage } from './coverage';
export { isErasedValue, valueHasher } from './erased-value';
export { erasedAlong, erases, keeps, removes, replaces, type Holding } from './holding';
export { onSubjectRequested, type SubjectWork } from './on-subject-requested';
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
export { handleCount, handleValues, mergeHandles, type Handles, type Subject, type Tally, type Work } from './subject';
