import { companyId, object } from '@herald/contracts';
import { created, multipart, route } from '@herald/http';
import { blockVersion } from './block-files';
import type { ChronosDeps } from './deps';
import { fileAnswer, storageKey, toFileAnswer } from './file-register.model';
import { answerOfUpload } from './answer-of-upload';
import { contentOf, storeVersion } from './store-version';
import { fileRules, uploadFields, uploadTimeoutSeconds } from './upload-rules';

export const createFile = route('POST /chronos/v1/file_registers', {
  summary: 'Upload a file',
  scope: 'chronos:write',
  resource: { success: 'File Register', error: 'File to upload' },
  body: multipart(object({ ...uploadFields, company_id: companyId() }), fileRules),
  idempotent: { replay: ({ uuid: upload }, deps: ChronosDeps) => answerOfUpload(upload, deps) },
  timeoutSeconds: uploadTimeoutSeconds,
  company: 'body.company_id',
  returns: created(fileAnswer),
  errors: { 413: 'The file is larger than 100 MB' },
  async handle({ body, files, uuid }, deps: ChronosDeps) {
    const { company_id, folder = '', tags = {} } = body;
    const names = { company_id, file_uuid: uuid, upload: uuid };
    const version = await storeVersion({ ...names, folder, tags, file: files.file }, deps);
    const file = { uuid, company_id, ...contentOf(version) };
    await deps.FileRegister.updateOne({ uuid }, { $setOnInsert: file }, { upsert: true });
    // The person may have been blocked since the version was stored.
    await blockVersion(version, company_id, deps);
    await deps.Upload.deleteOne({ _id: storageKey(version) });
    return toFileAnswer(file);
  },
});
