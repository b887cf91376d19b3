import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import { appShape, toApp, type App } from './app.model';
import type { CompanyDeps } from './deps';

export const readApp = route('GET /company/api/v2/app/:id', {
  summary: 'Read an app',
  scope: 'company:read',
  resource: 'App',
  noun: 'app',
  params: { id: Joi.number().integer().positive() },
  returns: found(appShape),
  errors: { 404: 'No such app' },
  example: { params: { id: '1' } },
  async handle({ params, caller }, { App }: CompanyDeps) {
    const app = await App.findOne({ id: Number(params.id), ...ownedBy(caller) }).lean<App>();
    if (!app) throw notFound({ message: 'App not found.' });
    return toApp(app);
  },
});
