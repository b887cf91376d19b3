import { randomInt } from 'node:crypto';
import type { IdentificationDeps } from '../deps';
import { askServices } from './ask-services';
import type { SubjectRequest } from './subject-request.model';

/** A round that is not answered by then waits for a service that is slow or down: other requests begin meanwhile. */
const stuckMs = 5_000;

type Deps = Pick<IdentificationDeps, 'SubjectRequest'>;
type Request = Pick<SubjectRequest, 'uuid'>;

const running = { state: 'running' } as const;
const waiting = { ...running, round: 0 };
const inProgress = () => ({ ...running, round: { $gt: 0 }, asked_at: { $gt: new Date(Date.now() - stuckMs) } });

/** Begins a new request at once if no other one waits or is in progress. */
export async function beginIfAlone(request: Request, deps: IdentificationDeps): Promise<void> {
  const others = { uuid: { $ne: request.uuid }, $or: [waiting, inProgress()] };
  if (!(await deps.SubjectRequest.exists(others))) await begin(request, deps);
}

/** True while the services work for a request. */
export const isAnyInProgress = async ({ SubjectRequest }: Deps): Promise<boolean> =>
  (await SubjectRequest.exists(inProgress())) !== null;

/** Begins the next request of those that wait; false if there is none. */
export async function beginNext(deps: IdentificationDeps): Promise<boolean> {
  const next = await nextInTurn(deps);
  if (next) await begin(next, deps);
  return next !== null;
}

/** The oldest request of any company: none waits for all requests of another. */
async function nextInTurn({ SubjectRequest }: Deps): Promise<Request | null> {
  const companies = await SubjectRequest.distinct('company_id', waiting);
  if (companies.length === 0) return null;
  const company_id = companies[randomInt(companies.length)]!;
  return SubjectRequest.findOne({ ...waiting, company_id }, { uuid: 1 })
    .sort({ created_at: 1 })
    .lean();
}

/** Asks the services for the first time. */
async function begin({ uuid }: Request, deps: IdentificationDeps): Promise<void> {
  const { before, after } = await deps.updateSubjectRequest({ uuid }, (known) =>
    known?.state === 'running' && known.round === 0 ? { ...known, round: 1, asked_at: new Date() } : known,
  );
  if (after && after !== before) await askServices(after, deps);
}
