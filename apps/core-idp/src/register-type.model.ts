import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

export const registerFields = ['nin', 'name', 'lastname', 'email', 'phone_number', 'username'] as const;
export type RegisterField = (typeof registerFields)[number];

/** A registration form of a company. */
export type RegisterType = {
  uuid: string;
  company_id: string;
  /** As it was when the form was made. */
  company_name: string;
  name: string;
  information_provider: string;
  required_fields: RegisterField[];
  allowed_fields: RegisterField[];
  created_at: Date;
  updated_at: Date;
};

export const registerTypeModel = collection<RegisterType>('register_types', {
  fields: {
    uuid: String,
    company_id: String,
    company_name: String,
    name: String,
    information_provider: String,
    required_fields: [String],
    allowed_fields: [String],
  },
  indexes: [[{ uuid: 1 }, { unique: true }], [{ company_id: 1, created_at: -1, uuid: 1 }]],
  timestamps: true,
});

const fieldNames = () => Joi.array().items(Joi.valid(...registerFields).optional());

export const registerTypeShape = shape({
  name: Joi.string(),
  information_provider: Joi.string(),
  required_fields: fieldNames(),
  allowed_fields: fieldNames(),
  company_name: Joi.string(),
});

/** A register type as answers show it. */
export function toRegisterType(registerType: RegisterType) {
  const { name, information_provider, required_fields, allowed_fields, company_name } = registerType;
  return { name, information_provider, required_fields, allowed_fields, company_name };
}
