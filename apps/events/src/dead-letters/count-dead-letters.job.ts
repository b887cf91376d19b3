import type { Job } from '@herald/service';
import type { EventsDeps } from '../deps';

/** Counts the dead letters, so that an alarm stays while any of them waits for an operator. */
export const countDeadLetters: Job<EventsDeps> = {
  name: 'count-dead-letters',
  everySeconds: 10,
  async run(deps) {
    deps.deadLetterDepth.set(await deps.countDeadLetters());
  },
  onStandBy: ({ deadLetterDepth }) => deadLetterDepth.set(0),
};
