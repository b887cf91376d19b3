import { quotaUsage } from '@herald/persistence';
import { defineService } from '@herald/service';
import { blockedNames } from '@herald/subjects';
import { config } from './config';
import { copyFiles } from './copies/copy-file.model';
import { copyParts } from './copies/copy-part.model';
import { onSubjectCollected } from './copies/on-subject-collected';
import { readCopy } from './copies/read-copy';
import { removeEndedCopies } from './copies/remove-ended-copies.job';
import { createFile } from './create-file';
import { chronosDeps } from './deps';
import { fileRegisters, fileVersions } from './file-register.model';
import { listFiles } from './list-files';
import { listVersions } from './list-versions';
import { readContent } from './read-content';
import { readFile } from './read-file';
import { removeAbandoned } from './remove-abandoned.job';
import { updateFile } from './update-file';
import { markEarlierReplaced } from './mark-earlier-replaced.migration';
import { personalData } from './personal-data';
import { retention } from './retention';
import { uploads } from './upload.model';

export const service = defineService({
  name: 'chronos',
  summary: 'Files and all their versions',
  needs: ['storage'],
  config,
  records: [fileRegisters, fileVersions, uploads, quotaUsage, copyParts, copyFiles, blockedNames],
  migrations: [markEarlierReplaced],
  routes: { createFile, listFiles, readFile, updateFile, listVersions, readContent, readCopy },
  consumers: [onSubjectCollected],
  jobs: [removeAbandoned, removeEndedCopies],
  personalData,
  retention,
  deps: chronosDeps,
});
