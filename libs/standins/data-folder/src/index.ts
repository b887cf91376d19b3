export { DataError, toDataError } from './data-error';
export { openPrivateFolder, replaceFile, syncFolderOf } from './private-files';
export { isAlive, readIdentity, takeLock, thisProcess, type ProcessIdentity } from './process-lock';
