import { defineService } from '@herald/service';
import { addRecords } from './add-records';
import { config } from './config';
import { auditDeps } from './deps';
import { exportRecords } from './export-records';
import { indexEarlierRecords } from './index-earlier-records.job';
import { mergeBlocks } from './merge-blocks.job';
import { personalData } from './personal-data';
import { searchRecords } from './search-records';

export const service = defineService({
  name: 'audit',
  summary: 'What applications report that they did',
  config,
  routes: { addRecords, searchRecords, exportRecords },
  jobs: [indexEarlierRecords, mergeBlocks],
  personalData,
  deps: auditDeps,
});
