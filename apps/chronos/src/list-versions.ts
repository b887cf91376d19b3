import { exampleIds, object } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { ChronosDeps } from './deps';
import { versionAnswer, toVersionAnswer } from './file-register.model';
import { findFile } from './find-file';

export const listVersions = route('GET /chronos/v1/file_registers/:uuid/versions', {
  summary: 'List the versions of a file, newest first',
  scope: 'chronos:read',
  resource: { success: 'File Register', error: 'File to upload' },
  query: object(paging()),
  returns: pageOf(versionAnswer),
  errors: { 404: 'No such file' },
  example: { params: { uuid: exampleIds.file } },
  async handle({ params, query, caller }, deps: ChronosDeps) {
    const { uuid: file_uuid } = await findFile(params.uuid, caller, deps);
    const filter = { file_uuid, ...visibleTo(caller) };
    return findPage(deps.FileVersion, { ...query, filter, sort: { version: -1 } }, toVersionAnswer);
  },
});
