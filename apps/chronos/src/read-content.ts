import { exampleIds, integer, object, optional } from '@herald/contracts';
import { file, notFound, route } from '@herald/http';
import { visibleTo } from '@herald/subjects';
import type { ChronosDeps } from './deps';
import { storageKey } from './file-register.model';
import { findFile } from './find-file';

export const readContent = route('GET /chronos/v1/file_registers/:uuid/content', {
  summary: 'Download a file',
  description: 'The newest version, or the one that the query names.',
  scope: 'chronos:read',
  resource: { success: 'File Register', error: 'File to upload' },
  query: object({ version: optional(integer().min(1)) }),
  returns: file(),
  errors: { 404: 'No such file or version' },
  example: { params: { uuid: exampleIds.file } },
  async handle({ params, query, caller }, deps: ChronosDeps) {
    const register = await findFile(params.uuid, caller, deps);
    const wanted = { file_uuid: register.uuid, version: query.version ?? register.version, ...visibleTo(caller) };
    const version = await deps.FileVersion.findOne(wanted).lean();
    const stored = version && (await deps.storage.read(storageKey(version)));
    if (!stored) throw notFound();
    return { ...stored, type: version.type, name: version.name };
  },
});
