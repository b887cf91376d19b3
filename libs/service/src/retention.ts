import { setTimeout as sleep } from 'node:timers/promises';
import { retentionReported, type RetentionOfKind, type ServiceName } from '@herald/contracts';
import { idempotencyKeys, requestTimes } from '@herald/persistence';
import {
  blockedNames,
  expires,
  maxCounted,
  staysUntilErased,
  tombstones,
  type Retention,
  type RetentionWork,
} from '@herald/subjects';
import type { Emit, Job, Service } from './define-service';
import type { Logger } from './logger';
import { outbox } from './outbox.model';

const dayMs = 86_400_000;
/** Between two steps, so that requests find the database free. */
const pauseMs = 100;
/** The rest waits for the next run. */
const maxRunMs = 300_000;

/** What the jobs of the retention need. */
export type RetentionJobDeps = RetentionWork<never> & {
  service: ServiceName;
  settings: object;
  emit: Emit;
  log: Logger;
};

const houseRetention: Retention<unknown>[] = [
  staysUntilErased(outbox, 'messages wait here while the broker is down'),
  expires(idempotencyKeys, { at: 'expires_at', rule: 'one day' }),
  expires(requestTimes, { at: 'expires_at', rule: 'the time window of a limit' }),
];

/** How long a service keeps what, its house records included. */
export const retentionOf = ({ retention = [], records = [] }: Kept): Retention<never>[] => [
  ...(retention as Retention<never>[]),
  ...(records.includes(tombstones) ? [expires(tombstones, { at: 'expires_at', rule: '`TOMBSTONE_DAYS`' })] : []),
  ...(records.includes(blockedNames) ? [staysUntilErased(blockedNames, 'they keep a blocked person hidden')] : []),
  ...houseRetention,
];

type Kept = Pick<Service, 'retention' | 'records'>;

/** The jobs of a service that remove what is older than its retention, and the one that reports it. */
export const retentionJobs = (service: Kept): Job<RetentionJobDeps>[] => [
  ...retentionOf(service).flatMap((one) => (one.remove ? removal(one, one.remove) : [])),
  { name: 'report-retention', everySeconds: 3_600, run: (deps) => report(retentionOf(service), deps) },
];

const removal = (one: Retention<never>, remove: NonNullable<Retention<never>['remove']>): Job<RetentionJobDeps> => ({
  name: `remove-${one.kind.replaceAll(' ', '-')}`,
  everySeconds: 60,
  async run(deps, signal) {
    const days = daysOf(one, deps);
    // 0 keeps the data until it is erased.
    if (!days) return;
    const began = performance.now();
    let removed = 0;
    for await (const some of remove(new Date(Date.now() - days * dayMs), deps)) {
      removed += some;
      if (signal.aborted || performance.now() - began > maxRunMs) break;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
    if (removed > 0) deps.log.info({ kind: one.kind, unit: one.unit, removed }, 'Removed what is past its retention');
  },
});

const daysOf = ({ setting }: Retention<never>, { settings }: RetentionJobDeps): number | null =>
  setting === undefined ? null : (settings as Record<string, number>)[setting]!;

async function report(all: Retention<never>[], deps: RetentionJobDeps): Promise<void> {
  const reported_at = new Date().toISOString();
  const kinds: RetentionOfKind[] = [];
  // One after the other: the counts are no reason to keep requests waiting.
  for (const one of all) kinds.push(await look(one, deps));
  await deps.emit(retentionReported, { service: deps.service, reported_at, kinds });
}

async function look(one: Retention<never>, deps: RetentionJobDeps): Promise<RetentionOfKind> {
  const days = daysOf(one, deps);
  const tomorrow = new Date(Date.now() - (days ?? 0) * dayMs + dayMs);
  const found = await one.look?.(tomorrow, deps);
  // What is kept until it is erased is never due.
  const due = days === 0 ? 0 : found?.due;
  return {
    ...{ ...statedOf(one), days, oldest_at: found?.oldest_at?.toISOString() ?? null },
    ...{ due_within_day: toCounted(due), is_at_least: due !== undefined && due > maxCounted },
  };
}

const statedOf = ({ kind, collection, setting, rule, unit = 'records' }: Retention<never>) => ({
  ...{ kind, unit, collection: collection ?? null, setting: setting ?? null, rule: rule ?? null },
});

const toCounted = (due: number | undefined) => (due === undefined ? null : Math.min(due, maxCounted));
