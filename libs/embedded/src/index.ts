export { DataError } from './data-error';
export type { DevelopmentPage, DevelopmentPages } from './development-page';
export { joinOrStart, type Embedded } from './join-or-start';
