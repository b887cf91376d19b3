import { quotas } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import type { ChronosSettings } from './config';
import { fileRegisters, fileVersions } from './file-register.model';
import { uploads } from './upload.model';

export type ChronosDeps = ReturnType<typeof chronosDeps>;

export function chronosDeps({ database, storage, settings }: ServiceContext<ChronosSettings>) {
  return {
    FileRegister: fileRegisters.model(database),
    FileVersion: fileVersions.model(database),
    Upload: uploads.model(database),
    quotas: quotas(database),
    quotaBytes: settings.CHRONOS_QUOTA_MB * 1_048_576,
    storage,
  };
}
