import { isoDate, list, object, retentionOfKind, string } from '@herald/contracts';
import { forbidden, found, route } from '@herald/http';
import type { IdentificationDeps } from '../deps';

const reportOfService = object({ service: string(), reported_at: isoDate(), kinds: list(retentionOfKind) });

export const readRetention = route('GET /identification/api/v1/retention', {
  summary: 'Read what is kept for how long',
  description:
    'For each kind of data of each service: the setting and its days (0: kept until erased), or the rule in words; the ' +
    'date of the oldest record; and how many go within a day, counted up to 100,000 (`is_at_least`: there are more). ' +
    'Services look hourly and when they start (`reported_at`). The numbers are those of the installation: for tokens of ' +
    'all companies.',
  scope: 'privacy:read',
  resource: 'Retention',
  returns: found(list(reportOfService), { envelopeKey: 'retention' }),
  errors: { 403: 'The token does not hold the scope, or not all companies' },
  example: {},
  async handle({ caller }, { RetentionReport }: IdentificationDeps) {
    if (caller.companies !== '*') throw forbidden();
    const reports = await RetentionReport.find().sort({ _id: 1 }).lean();
    return reports.map(({ _id: service, reported_at, kinds }) => ({
      ...{ service, reported_at: reported_at.toISOString(), kinds },
    }));
  },
});
