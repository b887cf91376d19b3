import { subjectAnswered, subjectRequested, type MessageType, type SubjectRequested } from '@herald/contracts';
import { RetryAfter, consumer } from '@herald/messaging';
import type { Holding } from './holding';
import { mergeHandles, type Subject, type Tally, type Work } from './subject';

/** A service's part in the requests of persons. */
export type SubjectWork = Omit<Work<unknown>, 'at' | 'pause' | 'postpone'> & {
  service: string;
  holdings: Holding<never>[];
  /** Only in services that keep tombstones. */
  bury?: (subject: Subject, at: Date) => Promise<void>;
  emit: <Data>(type: MessageType<Data>, data: Data) => Promise<void>;
};

/** A delivery that lasts longer is continued by another one, so that a stop waits for no more than one step. */
const maxMs = 30_000;

/** Answers the requests of persons; the same in every service. */
export const onSubjectRequested = consumer({
  name: 'on-subject-requested',
  on: subjectRequested,
  prefetch: 4,
  timeoutSeconds: 300,
  async handle(request, { service, emit, bury, ...rest }: SubjectWork, { signal }) {
    const { request_uuid, round, step, asked_at } = request;
    const began = performance.now();
    const postpone = (seconds: number): never => {
      throw new RetryAfter(seconds, request);
    };
    const pause = () => {
      if (signal.aborted || performance.now() - began > maxMs) postpone(1);
    };
    const work = { ...rest, at: asked_at ? new Date(asked_at) : new Date(), pause, postpone };
    if (step === 'erase') await bury?.(request, work.at);
    const tally = step === 'find' ? { found: 0, changed: 0 } : await carryOut(request, work);
    const handles = mergeHandles(...(step === 'find' ? await find(request, work) : []));
    await emit(subjectAnswered, { request_uuid, service, round, ...tally, ...handles });
  },
});

type Carried = Work<unknown> & Pick<SubjectWork, 'holdings'>;

async function find(subject: SubjectRequested, { holdings, ...work }: Carried) {
  const found = await Promise.all(holdings.map((holding) => holding.find?.(subject, work as never) ?? []));
  return found.flat();
}

/** In the order of the declaration: a record that leads to another one is erased after it. */
async function carryOut(request: SubjectRequested, { holdings, ...work }: Carried): Promise<Tally> {
  const { step } = request;
  const sum = { found: 0, changed: 0 };
  for (const holding of holdings) {
    const tally =
      step === 'erase'
        ? await holding.erase?.(request, work as never)
        : await holding.block?.(request, work as never, step === 'block');
    sum.found += tally?.found ?? 0;
    sum.changed += tally?.changed ?? 0;
  }
  return sum;
}
