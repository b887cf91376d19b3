import type { Job } from '@herald/service';
import type { EventsDeps } from '../deps';
import { newSweepRequest } from './sweep-request.model';

/** A message that was in a handler's hands during the sweep may fail later. */
export const sweepAgain: Job<EventsDeps> = {
  name: 'sweep-dead-letters-again',
  everySeconds: 600,
  async run({ SweepRequest, Tombstone }) {
    if (!(await Tombstone.exists({}))) return;
    await SweepRequest.updateOne({ _id: `again at ${new Date().toISOString()}` }, newSweepRequest(), { upsert: true });
  },
};
