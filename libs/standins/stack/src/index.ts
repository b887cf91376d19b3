export { DataError } from '@herald/standin-data-folder';
export { startInThread as joinOrStart } from './start-in-thread';
