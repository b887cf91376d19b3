export { joinOrStart, type Embedded } from './join-or-start';
