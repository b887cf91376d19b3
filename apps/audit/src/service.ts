import { quotaUsage } from '@herald/persistence';
import { defineService } from '@herald/service';
import { blockedNames } from '@herald/subjects';
import { addRecords } from './add-records';
import { auditRecords } from './audit-record.model';
import { blockMerges } from './block-merge.model';
import { config } from './config';
import { auditDeps } from './deps';
import { exportRecords } from './export-records';
import { indexEarlierRecords } from './index-earlier-records.job';
import { mergeBlocks } from './merge-blocks.job';
import { personalData } from './personal-data';
import { retention } from './retention';
import { postingProgress } from './posting-progress.model';
import { postings } from './posting.model';
import { searchRecords } from './search-records';

export const service = defineService({
  name: 'audit',
  summary: 'What applications report that they did',
  config,
  records: [auditRecords, blockMerges, postings, postingProgress, quotaUsage, blockedNames],
  routes: { addRecords, searchRecords, exportRecords },
  jobs: [indexEarlierRecords, mergeBlocks],
  personalData,
  retention,
  deps: auditDeps,
});
