export { DataError } from '@herald/standin-data-folder';
export { joinOrStart, type StandIns as Embedded } from './join-or-start';
