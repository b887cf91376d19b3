import { list, retentionOfKind, string, timestamp } from '@herald/contracts';
import { record } from '@herald/persistence';

/** What each service last reported of what it keeps. */
export const retentionReports = record('retention_reports', {
  internal: {
    /** The service. */
    _id: string(),
    reported_at: timestamp(),
    kinds: list(retentionOfKind),
  },
  personal: [],
  impersonal: ['_id', 'reported_at', 'kinds'],
  shardKey: ['_id'],
});
