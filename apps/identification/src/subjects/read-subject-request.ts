import { found, route } from '@herald/http';
import type { IdentificationDeps } from '../deps';
import { findSubjectRequest } from './find-subject-request';
import { subjectRequestAnswer, toSubjectRequestAnswer } from './subject-request.model';

export const readSubjectRequest = route('GET /identification/api/v1/subject_request/:uuid', {
  summary: "Read a person's request for the data",
  scope: 'privacy:read',
  resource: 'Subject request',
  returns: found(subjectRequestAnswer, { envelopeKey: 'subject_request' }),
  errors: { 404: 'No such request' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, deps: IdentificationDeps) {
    return toSubjectRequestAnswer(await findSubjectRequest(params.uuid, caller, deps));
  },
});
