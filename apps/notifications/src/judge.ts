import { deliveryStatus, type Delivery, type Try } from './delivery.model';
import type { Outcome } from './providers/provider';

/** What a try means for its notification. */
export type Verdict = {
  settled: boolean;
  sent: boolean;
  answer: string;
  /** What the record then says. */
  record: Pick<Delivery, 'settled' | 'status' | 'name' | 'tries'>;
};

/** Failures and silences that one notification is given; being asked to wait is none of them. */
const mostFailures = 5;
const mostTriesKept = 20;

/** Decides after a try: it is sent, it never will be, or it must be tried again. */
export function judge(outcome: Outcome, before: Try[], at = new Date()): Verdict {
  const sent = outcome.kind === 'sent';
  const answer = sent ? '' : outcome.answer;
  const isPlain = sent && before.length === 0;
  const tries = [...before, { at, outcome: outcome.kind, answer }].slice(-mostTriesKept);
  const failures = tries.filter((one) => one.outcome === 'broken' || one.outcome === 'unknown').length;
  const waits = outcome.kind === 'busy' || outcome.kind === 'denied' || (!isFinal(outcome) && failures < mostFailures);
  const status = sent || waits ? deliveryStatus.pending : deliveryStatus.fail;
  const name = outcome.kind === 'sent' ? outcome.name : null;
  return { settled: !waits, sent, answer, record: { settled: !waits, status, name, ...(isPlain ? {} : { tries }) } };
}

function isFinal({ kind }: Outcome): boolean {
  return kind === 'sent' || kind === 'gone' || kind === 'refused';
}
