import { batchMoves, batchStates, inFlightStates, openStates, type BatchState } from './batch-states';

const moves: { from: BatchState[]; to: BatchState }[] = Object.values(batchMoves);

/** A state and all that can be reached from it. */
const reachableFrom = (state: BatchState, reached = new Set<BatchState>()): Set<BatchState> => {
  if (reached.has(state)) return reached;
  reached.add(state);
  for (const { from, to } of moves) if (from.includes(state)) reachableFrom(to, reached);
  return reached;
};

it('leads from listed to every state', () => {
  expect([...reachableFrom('listed')].sort()).toEqual([...batchStates].sort());
});

it('leads from every state to done, and never leaves it', () => {
  for (const state of batchStates) expect(reachableFrom(state)).toContain('done');
  expect([...reachableFrom('done')]).toEqual(['done']);
  expect(moves.filter(({ from }) => from.includes('done'))).toEqual([]);
});

it('counts every state but done as open, and only open ones as in flight', () => {
  expect(openStates).toEqual(batchStates.filter((state) => state !== 'done'));
  expect(openStates).toEqual(expect.arrayContaining(inFlightStates));
});
