import { companyId, list, object, text } from '@herald/contracts';
import { created, route } from '@herald/http';
import type Joi from 'joi';
import type { CoreIdpDeps } from './deps';
import { registerField, registerTypeView } from './register-type.model';

const fieldNames = () => list(registerField()).unique();

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
  body: object({
    name: text().trim(),
    information_provider: text().trim(),
    allowed_fields: fieldNames().min(1),
    required_fields: fieldNames().custom(withinAllowed).messages({ 'fields.allowed': 'must be among allowed_fields' }),
  }),
  company: 'params.company_id',
  returns: created(registerTypeView.answer),
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
    return registerTypeView.toAnswer(registerType);
  },
});
