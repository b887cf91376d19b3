import type { Outcome } from '../providers/provider';
import { decideDelivery } from './decide-delivery';
import type { Try } from './delivery.model';

const at = new Date();
const tries = (...outcomes: Try['outcome'][]): Try[] => outcomes.map((outcome) => ({ at, outcome, answer: 'x' }));

it('settles a push that is sent, without a list of tries for a first one', () => {
  const sent: Outcome = { kind: 'sent', name: 'projects/p/messages/1' };
  const record = { settled: true, status: 1, name: sent.name };
  expect(decideDelivery(sent, [])).toEqual({ settled: true, sent: true, answer: '', record });
  expect(decideDelivery(sent, tries('busy'), at).record.tries).toEqual([
    { at, outcome: 'busy', answer: 'x' },
    { at, outcome: 'sent', answer: '' },
  ]);
});

it.each(['gone', 'refused'] as const)('settles a push that is %s as failed', (kind) => {
  const { settled, sent, answer, record } = decideDelivery({ kind, answer: 'Unregistered' }, []);
  expect([settled, sent, answer, record.status, record.name]).toEqual([true, false, 'Unregistered', 3, null]);
});

it.each(['broken', 'unknown'] as const)('tries again after %s, five times in all', (kind) => {
  expect(decideDelivery({ kind, answer: 'a' }, tries('unknown', 'broken', 'busy', 'unknown')).settled).toBe(false);
  expect(decideDelivery({ kind, answer: 'a' }, tries('unknown', 'broken', 'busy', 'unknown', 'broken'))).toMatchObject({
    settled: true,
    record: { status: 3 },
  });
});

it.each(['busy', 'denied'] as const)('never fails a push because the provider is %s', (kind) => {
  const many = tries(...Array.from({ length: 40 }, () => kind));
  const { settled, record } = decideDelivery({ kind, answer: 'a' }, many);
  expect([settled, record.status, record.tries!.length]).toEqual([false, 1, 20]);
});
