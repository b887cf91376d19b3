import { erases, handleValues } from '@herald/subjects';
import type { EventsDeps } from '../deps';
import { newSweepRequest } from './sweep-request.model';

/**
 * What waits in the broker is looked through by a job, in one process: two at a time would hide messages from each
 * other. It knows the person by the tombstones, which are written before this runs.
 */
export const deadLetterData = erases<object, EventsDeps>(
  { name: 'dead letters' },
  {
    fields: 'all',
    copy: { none: 'Work that failed: nothing uses what it says, until it is repeated and copied where it arrives.' },
    async erase(subject, { deps, at, hash, postpone }) {
      const { SweepRequest } = deps;
      const _id = hash(JSON.stringify([subject.company_id, at, handleValues(subject)]));
      await SweepRequest.updateOne({ _id }, newSweepRequest(), { upsert: true });
      const isOver = (await isEmpty(deps)) || (await SweepRequest.exists({ _id, is_done: true }));
      return isOver ? { found: 0, changed: 0 } : postpone(1);
    },
  },
);

async function isEmpty({ openDeadLetters }: EventsDeps): Promise<boolean> {
  const letters = await openDeadLetters();
  try {
    return await letters.isEmpty();
  } finally {
    await letters.close().catch(() => {});
  }
}
