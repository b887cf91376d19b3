import { found, route } from '@herald/http';
import type { ChronosDeps } from './deps';
import { fileAnswer, toFileAnswer } from './file-register.model';
import { findFile } from './find-file';

export const readFile = route('GET /chronos/v1/file_registers/:uuid', {
  summary: "Read a file's metadata",
  scope: 'chronos:read',
  resource: { success: 'File Register', error: 'File to upload' },
  returns: found(fileAnswer),
  errors: { 404: 'No such file' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  handle: async ({ params, caller }, deps: ChronosDeps) => toFileAnswer(await findFile(params.uuid, caller, deps)),
});
