import { companyId, dni, email, object, oneOf, optional, text } from '@herald/contracts';
import { conflict, created, route } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { isHeld } from '../holds/is-held';
import { findRunning } from './find-running';
import { findSubjectRequest } from './find-subject-request';
import { newRequest } from './new-request';
import { resolveSubject } from './resolve-subject';
import {
  subjectKinds,
  subjectRequestAnswer,
  toSubjectRequestAnswer,
  type SubjectRequest,
} from './subject-request.model';
import { beginIfAlone } from './take-turns';

const newSubjectRequest = object({
  company_id: companyId(),
  kind: oneOf(...subjectKinds),
  subject: object({ dni: optional(dni()), email: optional(email()), core_id: optional(text(128)) }).xor(
    'dni',
    'email',
    'core_id',
  ),
  reason: optional(text(1_000)),
});

export const createSubjectRequest = route('POST /identification/api/v1/subject_request', {
  summary: "Carry out a person's request for the data",
  description:
    '`access` makes a ZIP of what all services of the installation hold of a person for a company; `file` links to it ' +
    'for seven days. `erase` removes it. `block` leaves it, takes the person out of campaigns and single messages, and ' +
    'hides the person from callers without the scope `privacy:read`; `unblock` takes that back. The person is named by ' +
    'one of `dni`, `email` and `core_id`, and followed by proven links only. Every service answers; the request is ' +
    '`done` when all have found nothing more. It then names the person by a keyed hash alone. Requests are carried out ' +
    'one after the other, those of all companies by chance, and slowly while campaigns are sent.',
  scope: 'privacy:write',
  resource: 'Subject request',
  body: newSubjectRequest,
  company: 'body.company_id',
  idempotent: {
    replay: async ({ uuid, caller }, deps: IdentificationDeps) =>
      toSubjectRequestAnswer(await findSubjectRequest(uuid, caller, deps)),
  },
  returns: created(subjectRequestAnswer, { envelopeKey: 'subject_request' }),
  errors: {
    404: 'The company knows no such person',
    409: 'This or the opposite is under way for the person, a legal hold keeps the data, or it is being erased',
    422: 'The e-mail address names several persons',
  },
  example: { body: { company_id: 1, kind: 'access', subject: { dni: '10.000.000-0' }, reason: 'Letter of 2 March' } },
  async handle({ body, caller, uuid, isRepeatable, note }, deps: IdentificationDeps) {
    const { company_id, kind, subject, reason } = body;
    note({ company_id });
    // The process of the first try may have died after it stored the request.
    const known = isRepeatable && (await deps.SubjectRequest.findOne({ uuid }).lean());
    if (known) return toSubjectRequestAnswer(known);
    const { key, ...handles } = await resolveSubject(company_id, subject, deps);
    const subject_hash = deps.hashValue(key);
    if (kind === 'erase' && (await isHeld(company_id, handles.dnis, deps))) throw held();
    if (kind === 'access' && (await findRunning({ company_id, subject_hash }, { kind: 'erase' }, deps)))
      throw beingErased();
    const request = newRequest({ uuid, company_id, kind, subject_hash, reason, handles }, deps);
    await store(request, deps);
    await beginIfAlone(request, deps);
    return toSubjectRequestAnswer(await findSubjectRequest(uuid, caller, deps));
  },
});

const held = () => conflict({ errors: 'A legal hold keeps the data of the person' });
const beingErased = () => conflict({ errors: 'The data of the person is being erased' });

/** A unique index decides between two requests for one person. */
async function store(request: SubjectRequest, deps: IdentificationDeps): Promise<void> {
  await deps.SubjectRequest.create(request).catch((error: unknown) => {
    if (duplicateKeys(error)) throw conflict({ errors: 'A request of this kind is under way for the person' });
    throw error;
  });
  // Stored first: of a block and an unblock that arrive together, at least one sees the other.
  const opposite = opposites[request.kind];
  if (!opposite || !(await findRunning(request, { kind: opposite }, deps))) return;
  await deps.SubjectRequest.deleteOne({ uuid: request.uuid });
  throw conflict({ errors: 'A request of the opposite kind is under way for the person' });
}

/** In progress together they would leave each service as its last message says. */
const opposites: { [Kind in SubjectRequest['kind']]?: SubjectRequest['kind'] } = { block: 'unblock', unblock: 'block' };
