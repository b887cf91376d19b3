import { route, updated } from '@herald/http';
import Joi from 'joi';
import type { ChronosDeps } from './deps';
import { fileRegisterShape, storageKey, toFileRegister } from './file-register.model';
import { findFile } from './find-file';
import { registerOf, storeVersion } from './store-version';
import { fileUpload, uploadFields, type UploadFields } from './upload-rules';

export const updateFile = route('PUT /chronos/v1/file_registers/:uuid', {
  ...fileUpload,
  summary: 'Upload a new version of a file',
  scope: 'chronos:write',
  resource: 'File Register',
  errorResource: 'File to upload',
  body: Joi.object<UploadFields>(uploadFields),
  returns: updated(fileRegisterShape),
  errors: { 404: 'No such file', 413: 'The file is larger than 100 MB' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, body, files, caller, uuid: upload, note }, deps: ChronosDeps) {
    const known = await findFile(params.uuid, caller, deps);
    note({ company_id: known.company_id });
    const { folder, tags } = { ...known, ...body };
    const names = { company_id: known.company_id, file_uuid: known.uuid, upload };
    const version = await storeVersion({ ...names, folder, tags, file: files.file }, deps);
    // A later version that overtook this one stays what the register shows.
    await deps.FileRegister.updateOne(
      { uuid: known.uuid, version: { $lt: version.version } },
      { $set: registerOf(version) },
    );
    await deps.Upload.deleteOne({ _id: storageKey(version) });
    return toFileRegister({ ...known, ...registerOf(version) });
  },
});
