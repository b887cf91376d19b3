import { exampleIds, object } from '@herald/contracts';
import { multipart, route, updated } from '@herald/http';
import { blockVersion } from './block-files';
import type { ChronosDeps } from './deps';
import { fileAnswer, storageKey, toFileAnswer } from './file-register.model';
import { findFile } from './find-file';
import { answerOfUpload } from './answer-of-upload';
import { contentOf, markReplaced, storeVersion } from './store-version';
import { fileRules, uploadFields, uploadTimeoutSeconds } from './upload-rules';

export const updateFile = route('PUT /chronos/v1/file_registers/:uuid', {
  summary: 'Upload a new version of a file',
  scope: 'chronos:write',
  resource: { success: 'File Register', error: 'File to upload' },
  body: multipart(object(uploadFields), fileRules),
  idempotent: { replay: ({ uuid: upload }, deps: ChronosDeps) => answerOfUpload(upload, deps) },
  timeoutSeconds: uploadTimeoutSeconds,
  returns: updated(fileAnswer),
  errors: { 404: 'No such file', 413: 'The file is larger than 100 MB' },
  example: { params: { uuid: exampleIds.file } },
  async handle({ params, body, files, caller, uuid: upload, note }, deps: ChronosDeps) {
    const known = await findFile(params.uuid, caller, deps);
    note({ company_id: known.company_id });
    const { folder, tags } = { ...known, ...body };
    const names = { company_id: known.company_id, file_uuid: known.uuid, upload };
    const version = await storeVersion({ ...names, folder, tags, file: files.file }, deps);
    // A later version may be registered already: it stays.
    await deps.FileRegister.updateOne(
      { uuid: known.uuid, version: { $lt: version.version } },
      { $set: contentOf(version) },
    );
    await markReplaced(version, deps);
    // The person may have been blocked since the version was stored.
    await blockVersion(version, known.company_id, deps);
    await deps.Upload.deleteOne({ _id: storageKey(version) });
    return toFileAnswer({ ...known, ...contentOf(version) });
  },
});
