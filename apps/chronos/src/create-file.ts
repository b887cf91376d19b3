import { companyId } from '@herald/envelopes';
import { created, route } from '@herald/http';
import Joi from 'joi';
import type { ChronosDeps } from './deps';
import { fileRegisterShape, storageKey, toFileRegister, type FileRegister } from './file-register.model';
import { registerOf, storeVersion } from './store-version';
import { fileUpload, uploadFields, type UploadFields } from './upload-rules';

export const createFile = route('POST /chronos/v1/file_registers', {
  ...fileUpload,
  summary: 'Upload a file',
  scope: 'chronos:write',
  resource: 'File Register',
  errorResource: 'File to upload',
  body: Joi.object<UploadFields & { company_id: string }>({ ...uploadFields, company_id: companyId().required() }),
  company: 'body.company_id',
  returns: created(fileRegisterShape),
  errors: { 413: 'The file is larger than 100 MB' },
  async handle({ body, files, uuid }, deps: ChronosDeps) {
    const { company_id, folder = '', tags = {} } = body;
    const names = { company_id, file_uuid: uuid, upload: uuid };
    const version = await storeVersion({ ...names, folder, tags, file: files.file }, deps);
    const register = { uuid, company_id, ...registerOf(version) };
    await deps.FileRegister.updateOne({ uuid }, { $setOnInsert: register }, { upsert: true });
    await deps.Upload.deleteOne({ _id: storageKey(version) });
    return toFileRegister(register as FileRegister);
  },
});
