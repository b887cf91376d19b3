import { exampleIds } from '@herald/contracts';
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
  example: { params: { uuid: exampleIds.subjectRequest } },
  async handle({ params, caller }, deps: IdentificationDeps) {
    return toSubjectRequestAnswer(await findSubjectRequest(params.uuid, caller, deps));
  },
});
