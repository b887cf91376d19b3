import Joi from 'joi';
import { companyId, freeObject } from './fields';
import { messageType } from './message';

/** One record of the service log. */
export type ServiceLogged = {
  uuid: string;
  service: string;
  resource: string;
  resource_id: string;
  resource_id_2: string;
  operation: string;
  description: string;
  relevance: string;
  result: boolean;
  company_id: string;
  user_id: string;
  audit_id: string;
  created_at: string;
  /** How many equal refusals the record stands for; left out where it is one. */
  count?: number;
};

const anyText = () => Joi.string().allow('').required();

export const serviceLogged = messageType<ServiceLogged>(
  'service.logged',
  Joi.object<ServiceLogged, true>({
    uuid: Joi.string().guid().required(),
    service: anyText(),
    resource: anyText(),
    resource_id: anyText(),
    resource_id_2: anyText(),
    operation: anyText(),
    description: anyText(),
    relevance: anyText(),
    result: Joi.boolean().required(),
    company_id: anyText(),
    user_id: anyText(),
    audit_id: anyText(),
    created_at: Joi.string().isoDate().required(),
    count: Joi.number().integer().min(2),
  }),
);

export type AppCreated = {
  id: number;
  company_id: string;
  bundle_id: string;
  flavor_id: string;
  os: string;
};

export const appCreated = messageType<AppCreated>(
  'app.created',
  Joi.object<AppCreated>({
    id: Joi.number().integer().required(),
    company_id: companyId().required(),
    bundle_id: Joi.string().required(),
    flavor_id: Joi.string().required(),
    os: Joi.string().required(),
  }),
);

export type Person = { dni?: string; email?: string; name?: string; lastname?: string; phone?: string };

/** Who speaks for a person: an operator, a device whose token proves the person's dni, or a device without proof. */
export type SaidBy = 'operator' | 'person' | 'device';

/** What a device said of itself at one start of an app. `reported_at` orders reports that arrive late or twice. */
export type DeviceRegistered = {
  core_id: string;
  /** The number it is known by as a device of its company. */
  device_id?: number;
  core_id_type: string;
  company_id: string;
  characteristics: Record<string, unknown>;
  location?: [number, number];
  app: {
    app_id: string;
    bundle_id: string;
    flavor_id: string;
    version: string;
    push_token?: string;
    tags?: Record<string, string>;
  };
  person?: Person;
  /** Who says the person's data. Without it the message counts as a device's: refused values stay visible as claims. */
  said_by?: SaidBy;
  /** An operator or a proof already named this device as the person's. */
  is_confirmed?: boolean;
  reported_at: string;
};

export const deviceRegistered = messageType<DeviceRegistered>(
  'device.registered',
  Joi.object<DeviceRegistered>({
    core_id: Joi.string().required(),
    device_id: Joi.number().integer(),
    core_id_type: anyText(),
    company_id: companyId().required(),
    characteristics: freeObject().required(),
    location: Joi.array().ordered(Joi.number().required(), Joi.number().required()),
    app: Joi.object({
      app_id: Joi.string().required(),
      bundle_id: Joi.string().required(),
      flavor_id: Joi.string().required(),
      version: anyText(),
      push_token: Joi.string(),
      tags: freeObject(Joi.string().allow('')),
    }).required(),
    person: Joi.object({
      dni: Joi.string(),
      email: Joi.string(),
      name: Joi.string(),
      lastname: Joi.string(),
      phone: Joi.string(),
    }),
    said_by: Joi.string().valid('operator', 'person', 'device'),
    is_confirmed: Joi.boolean(),
    reported_at: Joi.string().isoDate().required(),
  }),
);

/** When a field of an identity was said; with the device when nothing proves it. */
export type FieldSaid = { at: string; device?: string; since?: string };
export type IdentityField = 'dni' | 'email' | 'phone_number' | 'name' | 'last_name';

/** An identity as it stands after a change in the index. */
export type IdentityUpdated = {
  uuid: string;
  company_id: string;
  dni?: string;
  email?: string;
  phone_number?: string;
  name?: string;
  last_name?: string;
  /** A field without an entry was said by an operator at `updated_at`; an entry without a field was cleared. */
  said?: Partial<Record<IdentityField, FieldSaid>>;
  updated_at: string;
};

const fieldSaid = () =>
  Joi.object<FieldSaid>({
    at: Joi.string().isoDate().required(),
    device: Joi.string(),
    since: Joi.string().isoDate(),
  });

export const identityUpdated = messageType<IdentityUpdated>(
  'identity.updated',
  Joi.object<IdentityUpdated>({
    uuid: Joi.string().guid().required(),
    company_id: companyId().required(),
    dni: Joi.string(),
    email: Joi.string(),
    phone_number: Joi.string(),
    name: Joi.string(),
    last_name: Joi.string(),
    said: Joi.object({
      dni: fieldSaid(),
      email: fieldSaid(),
      phone_number: fieldSaid(),
      name: fieldSaid(),
      last_name: fieldSaid(),
    }),
    updated_at: Joi.string().isoDate().required(),
  }),
);
