import type { Message } from '@herald/contracts';
import type { Decide, Rewritten } from '@herald/messaging';
import type { Job } from '@herald/service';
import { isNeeded, namesErased, readErasedNames, withoutErased } from '@herald/subjects';
import type { EventsDeps } from '../deps';

/** Removes erased persons from dead letters and from messages that wait for a retry. */
export const sweepDeadLetters: Job<EventsDeps> = {
  name: 'sweep-dead-letters',
  everySeconds: 1,
  async run(deps, signal) {
    const { SweepRequest, log } = deps;
    // Requests before tombstones: those of each request are there.
    const open = await SweepRequest.find({ is_done: false }, { _id: 1 }).lean();
    if (open.length === 0) return;
    const swept = await sweep(deps, signal);
    if (swept.removed + swept.rewritten > 0) log.info(swept, 'Removed erased persons from messages in the broker');
    if (signal.aborted) return;
    await SweepRequest.updateMany({ _id: { $in: open.map(({ _id }) => _id) } }, { $set: { is_done: true } });
  },
};

async function sweep({ openDeadLetters, database, hashValue }: EventsDeps, signal: AbortSignal): Promise<Rewritten> {
  const namesAt = await readErasedNames(database, hashValue);
  const letters = await openDeadLetters();
  try {
    return await letters.rewrite(decideBy(namesAt), signal);
  } finally {
    await letters.close().catch(() => {});
  }
}

type NamesAt = Awaited<ReturnType<typeof readErasedNames>>;

const decideBy =
  (namesAt: NamesAt): Decide =>
  ({ content, isDead }) => {
    const message = parsed(content);
    if (!message) return namesErased(content.toString(), namesAt()) ? 'remove' : 'keep';
    const needed = isNeeded(message);
    if (needed && !isDead) return 'keep';
    // Those that are repeated until they are answered go whenever they were written.
    const writtenAt = needed ? undefined : timeOf(message);
    const left = withoutErased(message, namesAt(writtenAt));
    if (!left) return 'remove';
    return left === message ? 'keep' : Buffer.from(JSON.stringify(left));
  };

/** The message, if it is one at all: other senders may have written anything. */
function parsed(content: Buffer): Message | undefined {
  try {
    const value: unknown = JSON.parse(content.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

function timeOf({ at }: Message): Date | undefined {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
