import { retentionReported } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { duplicateKeys } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';

/** The newest report of a service stands, whatever arrives first. */
export const onRetentionReported = consumer({
  name: 'on-retention-reported',
  on: retentionReported,
  async handle({ service, kinds, ...report }, { RetentionReport }: IdentificationDeps) {
    const reported_at = new Date(report.reported_at);
    const older = { _id: service, reported_at: { $lt: reported_at } };
    try {
      await RetentionReport.updateOne(older, { $set: { reported_at, kinds } }, { upsert: true });
    } catch (error) {
      // A newer report is stored, or one that arrived at the same time: the next one follows within an hour.
      if (!duplicateKeys(error)) throw error;
    }
  },
});
