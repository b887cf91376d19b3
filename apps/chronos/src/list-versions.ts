import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage } from '@herald/persistence';
import Joi from 'joi';
import type { ChronosDeps } from './deps';
import { fileVersionShape, toFileVersion, type FileVersion } from './file-register.model';
import { findFile } from './find-file';

export const listVersions = route('GET /chronos/v1/file_registers/:uuid/versions', {
  summary: 'List the versions of a file, newest first',
  scope: 'chronos:read',
  resource: 'File Register',
  errorResource: 'File to upload',
  query: Joi.object<Paged>(paging()),
  returns: pageOf(fileVersionShape),
  errors: { 404: 'No such file' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, query, caller }, deps: ChronosDeps) {
    const { uuid: file_uuid } = await findFile(params.uuid, caller, deps);
    const filter = { file_uuid };
    const versions = await findPage<FileVersion>(deps.FileVersion, { ...query, filter, sort: { version: -1 } });
    return { ...versions, data: versions.data.map(toFileVersion) };
  },
});
