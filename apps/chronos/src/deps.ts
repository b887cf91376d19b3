import { quotas } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import type { ChronosSettings } from './config';
import { fileRegisterModel, fileVersionModel } from './file-register.model';
import { uploadModel } from './upload.model';

export type ChronosDeps = ReturnType<typeof chronosDeps>;

export function chronosDeps({ database, storage, settings }: ServiceContext<ChronosSettings>) {
  return {
    FileRegister: fileRegisterModel(database),
    FileVersion: fileVersionModel(database),
    Upload: uploadModel(database),
    quotas: quotas(database),
    quotaBytes: settings.CHRONOS_QUOTA_MB * 1_048_576,
    storage,
  };
}
