import { list, oneOf, pick, string } from '@herald/contracts';
import { record, view } from '@herald/persistence';

/** A field that a registration form may ask for. */
export const registerField = () => oneOf('nin', 'name', 'lastname', 'email', 'phone_number', 'username');

/** The registration forms of companies. */
export const registerTypes = record('register_types', {
  fields: {
    uuid: string(),
    company_id: string(),
    /** The company's name when the form was created. */
    company_name: string(),
    name: string(),
    information_provider: string(),
    required_fields: list(registerField()),
    allowed_fields: list(registerField()),
  },
  personal: [],
  impersonal: [
    'uuid',
    'company_id',
    'company_name',
    'name',
    'information_provider',
    'required_fields',
    'allowed_fields',
  ],
  indexes: [[{ uuid: 1 }, { unique: true }], [{ company_id: 1, created_at: -1, uuid: 1 }]],
  timestamps: true,
  shardKey: ['uuid'],
});

export const registerTypeView = view(
  pick(registerTypes.fields, 'name', 'information_provider', 'required_fields', 'allowed_fields', 'company_name'),
);
