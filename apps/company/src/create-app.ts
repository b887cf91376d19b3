import {
  anyOf,
  boolean,
  companyId,
  freeObject,
  hexColour,
  httpAddress,
  list,
  object,
  optional,
  text,
  withDefault,
} from '@herald/contracts';
import { created, invalid, notFound, route, whenInvalid, type Problem } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import { appAnswer, apps, toAppAnswer } from './app.model';
import { claimBundle } from './bundle.model';
import type { CompanyDeps } from './deps';

const bundleId = () =>
  text()
    .pattern(/^com\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/)
    .messages({ 'string.pattern.base': 'must look like com.<company>.<app-name>' });
const orEmpty = (schema = text(1024)) => withDefault(schema.allow(''), '');

const newApp = object({
  company_id: companyId(),
  name: orEmpty(),
  description: orEmpty(),
  bundle_id: bundleId(),
  flavor_id: text(),
  img: orEmpty(httpAddress()),
  os: apps.fields.os,
  generic_app: optional(boolean()),
  img_circle: orEmpty(httpAddress()),
  capabilities: list(anyOf(text(), freeObject())).max(100),
  client_uid: orEmpty(),
  colour: orEmpty(hexColour()),
});

const missing = ({ kind }: Problem) => kind === 'any.required';
const taken = () => notFound({ message: 'Bundle already exists.' });

export const createApp = route('POST /company/api/v2/app', {
  summary: 'Create an app of a company',
  scope: 'company:write',
  resource: 'App',
  body: newApp,
  company: 'body.company_id',
  guards: [
    whenInvalid((problems) => (problems.some(missing) ? invalid({ message: 'Insufficient parameters.' }) : undefined)),
  ],
  returns: created(appAnswer, { envelopeKey: 'app' }),
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
  async handle({ body }, { App, Bundle, Company, nextId }: CompanyDeps) {
    if (!(await Company.exists({ id: Number(body.company_id) }))) throw notFound({ message: 'Company not found.' });
    const generic_app = body.generic_app === true || body.flavor_id !== body.bundle_id;
    // A bundle is either one app or the flavors of a generic one; a unique index decides between concurrent creations.
    const rivals = generic_app ? { bundle_id: body.bundle_id, generic_app: false } : { bundle_id: body.bundle_id };
    if (await App.exists(rivals)) throw taken();
    const isUsed = async () => (await App.exists({ bundle_id: body.bundle_id })) !== null;
    if (!(await claimBundle(Bundle, body.bundle_id, generic_app, isUsed))) throw taken();
    try {
      return toAppAnswer(await App.create({ ...body, generic_app, id: await nextId('app'), status: true }));
    } catch (error) {
      throw duplicateKeys(error) ? taken() : error;
    }
  },
});
