import type { Caller } from '@herald/auth';
import { forbidden, HttpError, notFound, unavailable } from '@herald/http';
import { UnknownQueue, type DeadLetters } from '@herald/messaging';
import type { EventsDeps } from '../deps';

/** Works on the dead letters. They belong to the installation: a token of some companies may not see them. */
export async function withDeadLetters<T>(
  { companies }: Caller,
  { openDeadLetters }: EventsDeps,
  work: (letters: DeadLetters) => Promise<T>,
): Promise<T> {
  if (companies !== '*') throw forbidden();
  const letters = await openDeadLetters().catch((cause: unknown) => {
    throw unavailable({ cause });
  });
  try {
    return await work(letters);
  } catch (error) {
    if (error instanceof UnknownQueue) throw notFound({ errors: 'Queue not found' });
    throw error instanceof HttpError ? error : unavailable({ cause: error });
  } finally {
    await letters.close().catch(() => {});
  }
}
