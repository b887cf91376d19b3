export { blockField, blockedBefore, newerBlock, visibleTo, type Block } from './block';
export { requireCoverage } from './coverage';
export { isErasedValue, valueHasher } from './erased-value';
export { blocks, erasedAlong, erases, keeps, removes, replaces, type Holding } from './holding';
export { onSubjectRequested, type SubjectWork } from './on-subject-requested';
export { bringsBack, bury, erasures, hasWaited, mayBeErased, tombstones, type Erasures } from './tombstones';
export { handleCount, handleValues, mergeHandles, type Handles, type Subject, type Tally, type Work } from './subject';
