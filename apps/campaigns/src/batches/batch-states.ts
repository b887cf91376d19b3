import { oneOf, type TypeOf } from '@herald/contracts';

/** The states of a batch, in the order of its life. */
export const batchStates = [
  /** Its devices are stored; their list is not. Those that joined late are no targets yet. */
  'listed',
  /** Its devices are targets, with a list; it may be dispatched. */
  'waiting',
  /** A process is dispatching it. */
  'taken',
  /** Its message is published, and its devices are being sent to. */
  'under way',
  /** Its remaining devices wait for another try: it does not count as in flight. */
  'retrying',
  /** All its targets are settled. */
  'done',
] as const;
export const batchState = () => oneOf(...batchStates);
export type BatchState = TypeOf<ReturnType<typeof batchState>>;

/** Batches in these states count against the limit of their campaign. */
export const inFlightStates: BatchState[] = ['taken', 'under way'];
/** A campaign with a batch in one of these states has not ended. */
export const openStates: BatchState[] = ['listed', 'waiting', 'taken', 'under way', 'retrying'];

/** A process may die after publishing a batch and before saying so: results may arrive in all these states. */
const maybePublished: BatchState[] = ['waiting', 'taken', 'under way', 'retrying'];

type Move = { from: BatchState[]; to: BatchState };

/**
 * The events that move a batch, each with the reason why a repeat is safe. An event changes nothing in a state that it
 * does not move. Only `move-batch.ts` writes the state.
 */
export const batchMoves = {
  /** Its devices are targets, with a list. A repeat finds the list by its key, and no listed batch. */
  targetsCreated: { from: ['listed'], to: 'waiting' },
  /** All its devices are targets of other batches. A repeat finds the same targets, and no listed batch. */
  foundEmpty: { from: ['listed'], to: 'done' },
  /** A process takes it to dispatch it. Of two processes, one finds it waiting. */
  taken: { from: ['waiting'], to: 'taken' },
  /** The process that took it died, or found it not due. If it was published, senders skip settled devices. */
  released: { from: ['taken'], to: 'waiting' },
  /** The broker or the outbox has its message. Results that were faster have moved it, and stand. */
  published: { from: ['taken'], to: 'under way' },
  /** Nothing was heard of it for minutes: its message is published again, and senders skip settled devices. */
  republished: { from: ['under way'], to: 'under way' },
  /** Nothing was heard of its retry: its message is published again, and senders skip settled devices. */
  retryRepublished: { from: ['retrying'], to: 'retrying' },
  /** Some devices have results, others are being sent to. A repeat counts states of targets, not messages. */
  partlySettled: { from: maybePublished, to: 'under way' },
  /** Some devices have results, others wait for another try. A repeat counts states of targets, not messages. */
  retryScheduled: { from: maybePublished, to: 'retrying' },
  /** All devices have results. Nothing moves a batch that is done. */
  settled: { from: maybePublished, to: 'done' },
} satisfies Record<string, Move>;
export type BatchEvent = keyof typeof batchMoves;
