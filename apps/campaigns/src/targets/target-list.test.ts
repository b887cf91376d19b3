import { countSettled, newTargetList, outcomeAt, statusAt, withOutcomes, type Outcome } from './target-list.model';

const settled_at = new Date();
const sent = (...core_ids: string[]): Outcome => ({ status: 'sended', settled_at, core_ids });
const failed = (reason: string, ...core_ids: string[]): Outcome => ({ status: 'fails', reason, settled_at, core_ids });
const blank = newTargetList('campaign/0', 'campaign', ['a', 'b', 'c', 'd']);

it('settles each device once, whatever arrives twice, late or for strangers', () => {
  const first = withOutcomes(blank, [sent('a', 'stranger'), failed('gone', 'c')]);
  const second = withOutcomes(first, [sent('c', 'd', 'd'), failed('late', 'a')]);
  expect(second.core_ids.map((_, place) => statusAt(second, place))).toEqual(['sended', 'pending', 'fails', 'sended']);
  expect(outcomeAt(second, 2)).toEqual({ status: 'fails', reason: 'gone', settled_at });
  expect(countSettled(second)).toEqual({ sended: 2, fails: 1 });
});

it('stays the same list when nothing changes', () => {
  const once = withOutcomes(blank, [sent('a')]);
  expect(withOutcomes(once, [failed('late', 'a'), sent()])).toBe(once);
});

it('settles a device that was erased while it was sent to, by its old name and by its hash', () => {
  const erased = { ...blank, core_ids: ['erased:a', 'b', 'erased:c', 'd'] };
  const settled = withOutcomes(
    erased,
    [sent('a', 'x'), failed('no token', 'erased:c')],
    (coreId) => `erased:${coreId}`,
  );
  expect(settled.core_ids.map((_, place) => statusAt(settled, place))).toEqual([
    'sended',
    'pending',
    'fails',
    'pending',
  ]);
});

it('holds an outcome of its own for each of a thousand devices', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `phone-${at}`);
  const all = withOutcomes(
    newTargetList('campaign/0', 'campaign', ids),
    ids.map((id) => failed(`reason ${id}`, id)),
  );
  expect(ids.every((id, place) => outcomeAt(all, place).reason === `reason ${id}`)).toBe(true);
  expect(countSettled(all)).toEqual({ sended: 0, fails: 1_000 });
});
