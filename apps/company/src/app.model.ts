import { anyList, boolean, integer, object, oneOf, string } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

const text = () => string().allow('');

export const apps = record('apps', {
  fields: {
    id: integer(),
    company_id: string(),
    name: text(),
    description: text(),
    bundle_id: text(),
    flavor_id: text(),
    os: oneOf('android', 'ios'),
    img: text(),
    img_circle: text(),
    generic_app: boolean(),
    capabilities: anyList(),
    client_uid: text(),
    colour: text(),
    status: boolean(),
  },
  personal: [],
  impersonal: [
    'id',
    'company_id',
    'name',
    'description',
    'bundle_id',
    'flavor_id',
    'os',
    'img',
    'img_circle',
    'generic_app',
    'capabilities',
    'client_uid',
    'colour',
    'status',
  ],
  indexes: [
    [{ id: 1 }, { unique: true }],
    [
      { bundle_id: 1, flavor_id: 1 },
      { unique: true, name: 'one_flavor' },
    ],
    // Apps that are not generic own their bundle id; generic ones share it by flavor.
    [{ bundle_id: 1 }, { unique: true, partialFilterExpression: { generic_app: false }, name: 'one_bundle' }],
    [{ company_id: 1, id: 1 }],
  ],
  timestamps: true,
});
export type App = Stored<typeof apps>;

/** An app in an answer: its company is a number there. */
export const appAnswer = object({ ...apps.fields, company_id: integer() });

export const toAppAnswer = (app: App) => ({ ...apps.toAnswer(app), company_id: Number(app.company_id) });
