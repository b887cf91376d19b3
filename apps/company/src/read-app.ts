import { integer } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { appAnswer, toAppAnswer } from './app.model';
import type { CompanyDeps } from './deps';

export const readApp = route('GET /company/api/v2/app/:id', {
  summary: 'Read an app',
  scope: 'company:read',
  resource: 'App',
  params: { id: integer().positive() },
  returns: found(appAnswer, { envelopeKey: 'app' }),
  errors: { 404: 'No such app' },
  example: { params: { id: '1' } },
  async handle({ params, caller }, { App }: CompanyDeps) {
    const app = await App.findOne({ id: params.id, ...ownedBy(caller) }).lean();
    if (!app) throw notFound({ message: 'App not found.' });
    return toAppAnswer(app);
  },
});
