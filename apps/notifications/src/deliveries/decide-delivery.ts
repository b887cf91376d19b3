import type { Outcome } from '../providers/provider';
import { deliveryStatus, type Delivery, type Try } from './delivery.model';

/** What an attempt means for its notification. */
export type Verdict = {
  settled: boolean;
  sent: boolean;
  answer: string;
  /** The fields of the record that follow from it. */
  record: Pick<Delivery, 'settled' | 'status' | 'name' | 'tries'>;
};

/** Attempts that may fail or remain unanswered; `busy` and `denied` do not count. */
const maxFailures = 5;
const maxStoredTries = 20;

/** Decides after an attempt whether the notification is sent, has failed for good, or must be tried again. */
export function decideDelivery(outcome: Outcome, previous: Try[], at = new Date()): Verdict {
  const sent = outcome.kind === 'sent';
  const answer = sent ? '' : outcome.answer;
  const isFirstTry = previous.length === 0;
  const tries = [...previous, { at, outcome: outcome.kind, answer }].slice(-maxStoredTries);
  const failures = tries.filter((one) => one.outcome === 'broken' || one.outcome === 'unknown').length;
  const isUncounted = outcome.kind === 'busy' || outcome.kind === 'denied';
  const settled = !isUncounted && (isFinal(outcome) || failures >= maxFailures);
  const status = sent || !settled ? deliveryStatus.pending : deliveryStatus.fail;
  const name = outcome.kind === 'sent' ? outcome.name : null;
  // Most deliveries succeed at the first try: their record holds no list of tries.
  return { settled, sent, answer, record: { settled, status, name, ...(sent && isFirstTry ? {} : { tries }) } };
}

function isFinal({ kind }: Outcome): boolean {
  return kind === 'sent' || kind === 'gone' || kind === 'refused';
}
