import type { ServiceContext } from '@herald/service';
import { fileRegisterModel, fileVersionModel } from './file-register.model';

export type ChronosDeps = ReturnType<typeof chronosDeps>;

export function chronosDeps({ database, storage }: ServiceContext<object>) {
  return { FileRegister: fileRegisterModel(database), FileVersion: fileVersionModel(database), storage };
}
