/** Something under DATA_DIR keeps the stand-ins from starting: one line that names the file and the way out. */
export class DataError extends Error {}

/** A failed system call as a line for the user; one on an open file does not say which file it was. */
export function toDataError(error: unknown, dataDir: string): unknown {
  const { syscall, code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const isOfFile = syscall !== undefined && code !== undefined && syscall !== 'listen';
  if (error instanceof DataError || !isOfFile) return error;
  const where = dest ?? path ?? dataDir;
  return new DataError(`${where} cannot be used (${code}): check its owner, its mode and the disk`, { cause: error });
}
