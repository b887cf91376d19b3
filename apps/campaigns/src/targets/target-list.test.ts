import { countSettled, newTargetList, outcomeAt, statusAt, withOutcomes, type Outcome } from './target-list.model';

const settled_at = new Date();
const sent = (...places: number[]): Outcome => ({ status: 'sended', settled_at, places });
const failed = (reason: string, ...places: number[]): Outcome => ({ status: 'fails', reason, settled_at, places });
const blank = newTargetList('campaign/0', 'campaign', ['a', 'b', 'c', 'd']);

it('settles each device once, whatever arrives twice, late or for no place', () => {
  const first = withOutcomes(blank, [sent(0, 4), failed('gone', 2)]);
  const second = withOutcomes(first, [sent(2, 3, 3), failed('late', 0)]);
  expect(second.core_ids.map((_, place) => statusAt(second, place))).toEqual(['sended', 'pending', 'fails', 'sended']);
  expect(outcomeAt(second, 2)).toEqual({ status: 'fails', reason: 'gone', settled_at });
  expect(countSettled(second)).toEqual({ sended: 2, fails: 1 });
});

it('stays the same list when nothing changes', () => {
  const once = withOutcomes(blank, [sent(0)]);
  expect(withOutcomes(once, [failed('late', 0), sent()])).toBe(once);
});

it('holds an outcome of its own for each of a thousand devices', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `phone-${at}`);
  const all = withOutcomes(
    newTargetList('campaign/0', 'campaign', ids),
    ids.map((id, place) => failed(`reason ${id}`, place)),
  );
  expect(ids.every((id, place) => outcomeAt(all, place).reason === `reason ${id}`)).toBe(true);
  expect(countSettled(all)).toEqual({ sended: 0, fails: 1_000 });
});
