export { blockField, blockedBefore, newerBlock, notBlocked, visibleTo, type Block } from './block';
export {
  blockedNames,
  hiddenNames,
  holdsBlockedNames,
  withoutHidden,
  type HiddenName,
  type HiddenNames,
} from './blocked-names';
export { requireCoverage } from './coverage';
export { namesOfSubject, readErasedNames } from './erased-names';
export { isErasedValue, valueHasher } from './erased-value';
export type { CopiedFile, Copy } from './copy';
export { blocks, erasedAlong, erases, keeps, removes, replaces, type Holding } from './holding';
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
export { bringsBack, bury, erasures, hasWaited, mayBeErased, tombstones, type Erasures } from './tombstones';
export { isNeeded, namesErased, withoutErased } from './without-erased';
