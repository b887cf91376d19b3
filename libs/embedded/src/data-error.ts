/** Something under DATA_DIR keeps the stand-ins from starting: one line that names the file and the way out. */
export class DataError extends Error {}

/** The error as a line for the user; a failed system call is named with its path. */
export function toDataError(error: unknown): unknown {
  const { code, dest, path = dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (error instanceof DataError || typeof code !== 'string' || typeof path !== 'string') return error;
  return new DataError(`${dest ?? path} cannot be used (${code}): check its owner, its mode and the disk`, {
    cause: error,
  });
}
