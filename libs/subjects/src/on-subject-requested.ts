import {
  subjectAnswered,
  subjectRequested,
  type MessageType,
  type SubjectAnswered,
  type SubjectRequested,
} from '@herald/contracts';
import { RetryAfter, consumer } from '@herald/messaging';
import type { Holding } from './holding';
import { sendCopies } from './send-copies';
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
  async handle(request, deps: SubjectWork, { signal }) {
    const { service, emit, holdings, database, hash } = deps;
    const { request_uuid, round, step, asked_at } = request;
    const began = performance.now();
    const postpone = (seconds: number): never => {
      throw new RetryAfter(seconds, request);
    };
    const pause = () => {
      // A copy starts from nothing with each delivery: the time that it takes is bounded by the consumer's alone.
      if (signal.aborted || (step !== 'collect' && performance.now() - began > maxMs)) postpone(1);
    };
    const at = asked_at ? new Date(asked_at) : new Date();
    const work = { deps: deps.deps, database, hash, holdings, at, pause, postpone };
    const answer = await answers[step](request, work, deps);
    await emit(subjectAnswered, { request_uuid, service, round, ...nothing, ...answer });
  },
});

type Carried = Work<unknown> & Pick<SubjectWork, 'holdings'>;
type Answer = Partial<SubjectAnswered>;
type Step = (request: SubjectRequested, work: Carried, deps: SubjectWork) => Promise<Answer>;

const nothing = { found: 0, changed: 0, dnis: [], emails: [], core_ids: [] };

const mark =
  (is: boolean): Step =>
  (request, work) =>
    inOrder(work, (holding, own) => holding.block?.(request, own, is));

const answers: Record<SubjectRequested['step'], Step> = {
  find: async (request, work) => mergeHandles(...(await find(request, work))),
  erase,
  block: mark(true),
  unblock: mark(false),
  collect: (request, work, deps) => sendCopies(request, deps, work as never),
  pack,
};

async function find(subject: SubjectRequested, { holdings, ...work }: Carried) {
  const found = await Promise.all(holdings.map((holding) => holding.find?.(subject, work as never) ?? []));
  return found.flat();
}

async function erase(request: SubjectRequested, work: Carried, { bury }: SubjectWork): Promise<Tally> {
  await bury?.(request, work.at);
  return inOrder(work, (holding, own) => holding.erase?.(request, own));
}

type Holder = Holding<unknown>;

/** In the order of the declaration: a record that leads to another one is erased after it. */
async function inOrder(
  { holdings, ...work }: Carried,
  step: (holding: Holder, work: Work<unknown>) => Promise<Tally> | undefined,
): Promise<Tally> {
  const sum = { found: 0, changed: 0 };
  for (const holding of holdings) {
    const tally = await step(holding as Holder, work);
    sum.found += tally?.found ?? 0;
    sum.changed += tally?.changed ?? 0;
  }
  return sum;
}

/** One service has a place for the file. */
async function pack(request: SubjectRequested, { holdings, ...work }: Carried): Promise<Answer> {
  const packing = holdings.find((holding) => holding.pack);
  return packing ? { file: await packing.pack!(request, work as never) } : {};
}
