import { quotas } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { signedLinks } from '@herald/storage';
import { hiddenNames } from '@herald/subjects';
import type { ChronosSettings } from './config';
import { copyFiles } from './copies/copy-file.model';
import { copyParts } from './copies/copy-part.model';
import { fileRegisters, fileVersions } from './file-register.model';
import { uploads } from './upload.model';

export type ChronosDeps = ReturnType<typeof chronosDeps>;

export function chronosDeps(context: ServiceContext<ChronosSettings>) {
  const { database, storage, settings, publicUrl, linkSecret, hashValue } = context;
  return {
    FileRegister: fileRegisters.model(database),
    FileVersion: fileVersions.model(database),
    Upload: uploads.model(database),
    quotas: quotas(database),
    quotaBytes: settings.CHRONOS_QUOTA_MB * 1_048_576,
    storage,
    hashValue,
    ...hiddenNames(database),
    CopyFile: copyFiles.model(database),
    CopyPart: copyParts.model(database),
    copyLinks: signedLinks({ secret: linkSecret, publicUrl, pathOf: (uuid) => `/chronos/v1/subject_file/${uuid}` }),
  };
}
