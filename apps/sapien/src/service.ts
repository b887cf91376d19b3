import { defineService } from '@herald/service';
import { blockedNames, tombstones } from '@herald/subjects';
import { config } from './config';
import { createCredential } from './credentials/create-credential';
import { credentials } from './credentials/credential.model';
import { deleteCredential } from './credentials/delete-credential';
import { listCredentials } from './credentials/list-credentials';
import { readCredential } from './credentials/read-credential';
import { removeAbandoned } from './credentials/remove-abandoned.job';
import { validateCredential } from './credentials/validate-credential';
import { openProcessReaders, sapienDeps } from './deps';
import { pictures } from './pictures/picture.model';
import { readPicture } from './pictures/read-picture';
import { personalData } from './personal-data';
import { retention } from './retention';

/** Starting the readers keeps all cores busy for seconds: other services of this process start first. */
const readersStartDelayMs = 1000;

/** The service with card readers of the caller's choice: tests use readers without engines. */
export const sapienWith = (openReaders = openProcessReaders) =>
  defineService({
    name: 'sapien',
    summary: 'Reads identity cards and keeps their pictures',
    needs: ['storage'],
    config,
    records: [credentials, pictures, tombstones, blockedNames],
    routes: { createCredential, listCredentials, readCredential, validateCredential, deleteCredential, readPicture },
    jobs: [removeAbandoned],
    personalData,
    retention,
    deps: sapienDeps(openReaders),
    live({ readers, warm }) {
      const timer = warm ? setTimeout(readers.startAll, readersStartDelayMs) : undefined;
      return async () => {
        clearTimeout(timer);
        await readers.stop();
      };
    },
  });

export const service = sapienWith();
