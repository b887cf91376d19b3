/** A file under DATA_DIR prevents a start. The message is one line: the file, the fault, and what to do about it. */
export class DataError extends Error {}

/** Converts a failed system call on a file to a DataError. Without a path in the error, DATA_DIR is named. */
export function toDataError(error: unknown, dataDir: string): unknown {
  const { syscall, code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const isOfFile = syscall !== undefined && code !== undefined && syscall !== 'listen';
  if (error instanceof DataError || !isOfFile) return error;
  const where = dest ?? path ?? dataDir;
  return new DataError(`${where} cannot be used (${code}): check its owner, its mode and the disk`, { cause: error });
}
