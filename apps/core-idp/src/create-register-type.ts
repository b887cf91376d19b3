import { companyId, text } from '@herald/envelopes';
import { created, route } from '@herald/http';
import Joi from 'joi';
import type { CoreIdpDeps } from './deps';
import { registerFields, registerTypeShape, toRegisterType, type RegisterType } from './register-type.model';

type NewRegisterType = Pick<RegisterType, 'name' | 'information_provider' | 'required_fields' | 'allowed_fields'>;

const fieldNames = () =>
  Joi.array()
    .items(Joi.valid(...registerFields))
    .unique()
    .required();

const withinAllowed: Joi.CustomValidator<unknown[]> = (required, { state, error }) => {
  const { allowed_fields: allowed } = state.ancestors[0] as { allowed_fields: unknown };
  const isAllowed = Array.isArray(allowed) && required.every((field) => allowed.includes(field));
  return isAllowed ? required : error('fields.allowed');
};

export const createRegisterType = route('POST /core-idp/v1/companies/:company_id/register_types', {
  summary: 'Create a registration form of a company',
  scope: 'core-idp:write',
  resource: 'Register Type',
  params: { company_id: companyId() },
  body: Joi.object<NewRegisterType>({
    name: text().trim().required(),
    information_provider: text().trim().required(),
    allowed_fields: fieldNames().min(1),
    required_fields: fieldNames().custom(withinAllowed).messages({ 'fields.allowed': 'must be among allowed_fields' }),
  }),
  company: 'params.company_id',
  returns: created(registerTypeShape),
  errors: { 404: 'No such company' },
  example: {
    params: { company_id: '1' },
    body: {
      name: 'Customers',
      information_provider: 'form',
      required_fields: ['email'],
      allowed_fields: ['email', 'name', 'lastname'],
    },
  },
  async handle({ params: { company_id }, body, uuid, note }, { RegisterType, companyOf }: CoreIdpDeps) {
    const { name: company_name } = await companyOf(company_id);
    const registerType = await RegisterType.create({ ...body, uuid, company_id, company_name });
    note({ resource_id: uuid });
    return toRegisterType(registerType.toObject());
  },
});
