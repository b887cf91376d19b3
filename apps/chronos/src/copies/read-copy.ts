import { file, notFound, route, signedLink, signedLinkQuery } from '@herald/http';
import type { ChronosDeps } from '../deps';
import { copyKey } from './copy-file.model';

export const readCopy = route('GET /chronos/v1/subject_file/:uuid', {
  summary: "Download the copy of a person's data",
  description:
    'The link is the `file` of a request for access, and ends after seven days. It opens the file without a token; ' +
    'a token alone is not enough.',
  scope: 'privacy:read',
  resource: 'Subject file',
  query: signedLinkQuery(),
  guards: [signedLink(({ params, query }, { copyLinks }: ChronosDeps) => copyLinks.isValid(params.uuid!, query))],
  returns: file(),
  errors: { 404: 'The file was removed' },
  example: {
    params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    query: { until: 1900000000, signature: 'as-the-answer-gave-it' },
  },
  async handle({ params }, deps: ChronosDeps) {
    const isMade = await deps.CopyFile.exists({ _id: params.uuid, made: true });
    const stored = isMade && (await deps.storage.read(copyKey(params.uuid)));
    if (!stored) throw notFound();
    return { ...stored, type: 'application/zip', name: `${params.uuid}.zip` };
  },
});
