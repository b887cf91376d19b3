import { stale } from '@herald/persistence';
import type { Job } from '@herald/service';
import type { IdentificationDeps } from '../deps';
import { askServices } from './ask-services';

/** A service that is up has answered by then, or is still erasing: asking again costs it one look. */
const waitMs = 30_000;
const maxAsked = 100;

/** Repeats the round of requests that wait for an answer: a process may have died before it asked. */
export const askAgain: Job<IdentificationDeps> = {
  name: 'ask-subject-services-again',
  everySeconds: 10,
  async run(deps) {
    const { SubjectRequest } = deps;
    const late = { state: 'running' as const, round: { $gt: 0 }, ...stale('asked_at', waitMs) };
    for (const request of await SubjectRequest.find(late).sort({ asked_at: 1 }).limit(maxAsked).lean()) {
      const { uuid, revision } = request;
      await SubjectRequest.updateOne({ uuid, revision }, { $set: { asked_at: new Date() } });
      await askServices(request, deps);
    }
    await measureOldest(deps);
  },
  onStandBy: ({ oldestRequest }) => oldestRequest.set(0),
};

/** The law sets a time: an alarm fires long before. */
async function measureOldest({ SubjectRequest, oldestRequest }: IdentificationDeps): Promise<void> {
  const running = { state: 'running' as const };
  const oldest = await SubjectRequest.findOne(running, { created_at: 1 }).sort({ created_at: 1 }).lean();
  oldestRequest.set(oldest ? (Date.now() - oldest.created_at.getTime()) / 1_000 : 0);
}
