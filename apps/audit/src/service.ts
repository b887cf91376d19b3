import { defineService } from '@herald/service';
import { addRecords } from './add-records';
import { auditDeps } from './deps';
import { searchRecords } from './search-records';

export const service = defineService({
  name: 'audit',
  summary: 'What applications did, as they tell it themselves',
  routes: [addRecords, searchRecords],
  deps: auditDeps,
});
