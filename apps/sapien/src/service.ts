import { defineService } from '@herald/service';
import { config } from './config';
import { createCredential } from './create-credential';
import { deleteCredential } from './delete-credential';
import { openProcessReaders, sapienDeps } from './deps';
import { listCredentials } from './list-credentials';
import { readCredential } from './read-credential';
import { readPicture } from './read-picture';
import { removeOld } from './remove-old';
import { validateCredential } from './validate-credential';

/** Opening the readers takes seconds of all cores: what else starts in this process goes first. */
const warmAfterMs = 1000;

/** The service upon readers of cards; tests bring readers that need no pictures. */
export const sapienWith = (openReaders = openProcessReaders) =>
  defineService({
    name: 'sapien',
    summary: 'Identity cards: what they say, and their pictures',
    needs: ['storage'],
    config,
    routes: [createCredential, listCredentials, readCredential, validateCredential, deleteCredential, readPicture],
    jobs: [{ name: 'remove-old', everySeconds: 60, run: removeOld }],
    deps: sapienDeps(openReaders),
    live({ readers, warm }) {
      const warming = warm ? setTimeout(readers.warm, warmAfterMs) : undefined;
      return async () => {
        clearTimeout(warming);
        await readers.stop();
      };
    },
  });

export const service = sapienWith();
