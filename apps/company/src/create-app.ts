import { appCreated, companyId, freeObject, hexColour, httpAddress, text } from '@herald/envelopes';
import { created, invalid, notFound, route, type Problem } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import Joi from 'joi';
import { appShape, toApp, type App } from './app.model';
import { claimBundle } from './bundle.model';
import type { CompanyDeps } from './deps';

type NewApp = Omit<App, 'id' | 'status' | 'created_at' | 'updated_at' | 'generic_app'> & { generic_app?: boolean };

const bundleId = () =>
  text()
    .pattern(/^com\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/)
    .messages({ 'string.pattern.base': 'must look like com.<company>.<app-name>' });
const optional = () => text(1024).allow('').default('');

const newApp = Joi.object<NewApp>({
  company_id: companyId().required(),
  name: optional(),
  description: optional(),
  bundle_id: bundleId().required(),
  flavor_id: text().required(),
  img: httpAddress().allow('').default(''),
  os: Joi.valid('android', 'ios').required(),
  generic_app: Joi.boolean(),
  img_circle: httpAddress().allow('').default(''),
  capabilities: Joi.array().items(text(), freeObject()).max(100).required(),
  client_uid: optional(),
  colour: hexColour().allow('').default(''),
});

const missing = ({ kind }: Problem) => kind === 'any.required';
const taken = () => notFound({ message: 'Bundle already exists.' });

export const createAppRoute = route('POST /company/api/v2/app', {
  summary: 'Create an app of a company',
  scope: 'company:write',
  resource: 'App',
  noun: 'app',
  body: newApp,
  company: 'body.company_id',
  invalid: (problems) => (problems.some(missing) ? invalid({ message: 'Insufficient parameters.' }) : undefined),
  returns: created(appShape),
  errors: { 404: 'Company not found, or the bundle exists already' },
  example: {
    body: {
      company_id: 1,
      bundle_id: 'com.acme.wallet',
      flavor_id: 'com.acme.wallet',
      os: 'android',
      capabilities: [],
    },
  },
  async handle({ body }, { App, Bundle, Company, nextId, emit }: CompanyDeps) {
    if (!(await Company.exists({ id: Number(body.company_id) }))) throw notFound({ message: 'Company not found.' });
    const generic_app = body.generic_app === true || body.flavor_id !== body.bundle_id;
    // A bundle is either one app or the flavors of a generic one; among equal creations at once an index decides.
    const rivals = generic_app ? { bundle_id: body.bundle_id, generic_app: false } : { bundle_id: body.bundle_id };
    if (await App.exists(rivals)) throw taken();
    const isUsed = async () => (await App.exists({ bundle_id: body.bundle_id })) !== null;
    if (!(await claimBundle(Bundle, body.bundle_id, generic_app, isUsed))) throw taken();
    try {
      const app = (await App.create({ ...body, generic_app, id: await nextId('app'), status: true })).toObject();
      const { id, company_id, bundle_id, flavor_id, os } = app;
      await emit(appCreated, { id, company_id, bundle_id, flavor_id, os });
      return toApp(app);
    } catch (error) {
      throw duplicateKeys(error) ? taken() : error;
    }
  },
});
