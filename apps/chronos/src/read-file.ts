import { exampleIds } from '@herald/contracts';
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
  example: { params: { uuid: exampleIds.file } },
  handle: async ({ params, caller }, deps: ChronosDeps) => toFileAnswer(await findFile(params.uuid, caller, deps)),
});
