import { companyId, freeObject, isoDate, uuid } from './fields';
import type Joi from 'joi';
import { message, type DataOf } from './message';
import { anyOf, boolean, integer, list, number, object, oneOf, optional, string, tuple, type TypeOf } from './schema';

const anyText = () => string().allow('');

/** One record of the service log. */
const serviceLogRecord = object({
  uuid: uuid(),
  service: anyText(),
  resource: anyText(),
  resource_id: anyText(),
  resource_id_2: anyText(),
  operation: anyText(),
  description: anyText(),
  relevance: anyText(),
  result: boolean(),
  company_id: anyText(),
  user_id: anyText(),
  audit_id: anyText(),
  created_at: isoDate(),
  /** How many equal refusals the record stands for; absent where it is one. */
  count: optional(integer().min(2)),
});
export type ServiceLogRecord = TypeOf<typeof serviceLogRecord>;

const logged = message(
  'service.logged',
  { records: list(serviceLogRecord).min(1) },
  {
    personal: ['records'],
    impersonal: [],
    // The log keeps what happened, without the person.
    without(data, { isErased, hash }) {
      const records = data.records.map((record) => {
        const { company_id, resource_id, resource_id_2, user_id } = record;
        const hidden = (value: string) => (isErased(value, company_id || undefined) ? hash(value) : value);
        const ids = { resource_id: hidden(resource_id), resource_id_2: hidden(resource_id_2) };
        return { ...record, ...ids, user_id: hidden(user_id) };
      });
      return { ...data, records };
    },
  },
);

/** Records of the service log. Earlier versions send each record as a message of its own. */
export const serviceLogged: typeof logged = {
  ...logged,
  schema: anyOf(
    logged.schema,
    serviceLogRecord.custom((record: ServiceLogRecord) => ({ records: [record] })),
  ) as Joi.AnySchema as typeof logged.schema,
};

const person = object({
  dni: optional(string()),
  email: optional(string()),
  name: optional(string()),
  lastname: optional(string()),
  phone: optional(string()),
});
export type Person = TypeOf<typeof person>;

/**
 * The source of a person's data: an operator, a device whose token proves the person's dni, or a device without proof.
 */
const saidBy = oneOf('operator', 'person', 'device');
export type SaidBy = TypeOf<typeof saidBy>;

/** What a device reports of itself when an app starts. `reported_at` orders reports that arrive late or twice. */
export const deviceRegistered = message(
  'device.registered',
  {
    core_id: string(),
    /** The device's number within its company. */
    device_id: optional(integer()),
    core_id_type: anyText(),
    company_id: companyId(),
    characteristics: freeObject(),
    location: optional(tuple(number(), number())),
    app: object({
      app_id: string(),
      bundle_id: string(),
      flavor_id: string(),
      version: anyText(),
      push_token: optional(string()),
      tags: optional(freeObject(anyText())),
    }),
    person: optional(person),
    /** Absent counts as a device without proof: refused values stay visible as claims. */
    said_by: optional(saidBy),
    /** An operator or a proof already named this device as the person's. */
    is_confirmed: optional(boolean()),
    /** The device's person is blocked, or not any more, since `at`. */
    block: optional(object({ is: boolean(), at: isoDate() })),
    reported_at: isoDate(),
  },
  {
    personal: ['core_id', 'device_id', 'characteristics', 'location', 'app', 'person'],
    impersonal: ['core_id_type', 'company_id', 'said_by', 'is_confirmed', 'block', 'reported_at'],
    isGathered: true,
    // The device of another person keeps its report, without the name. An address beside another dni stays:
    // families share one.
    without(data, { isErased }) {
      const { person: who, company_id } = data;
      if (isErased(data.core_id, company_id)) return undefined;
      const { person: _person, is_confirmed: _isConfirmed, ...nameless } = data;
      return who && isErased(who.dni || who.email, company_id) ? nameless : data;
    },
  },
);
export type DeviceRegistered = DataOf<typeof deviceRegistered>;

/** Another source than the device changed what the index knows of an app on it. */
export const deviceUpdated = message(
  'device.updated',
  {
    core_id: string(),
    company_id: companyId(),
    app_id: string(),
    /** The time of the change; earlier versions do not send it. */
    updated_at: optional(isoDate()),
  },
  {
    personal: ['core_id'],
    impersonal: ['company_id', 'app_id', 'updated_at'],
    without: (data, { isErased }) => (isErased(data.core_id, data.company_id) ? undefined : data),
  },
);

/** When a field of an identity was reported; with the device when nothing proves it. */
const fieldSaid = object({ at: isoDate(), device: optional(string()), since: optional(isoDate()) });
export type FieldSaid = TypeOf<typeof fieldSaid>;

const fieldTimes = {
  dni: optional(fieldSaid),
  email: optional(fieldSaid),
  phone_number: optional(fieldSaid),
  name: optional(fieldSaid),
  last_name: optional(fieldSaid),
};
export type IdentityField = keyof typeof fieldTimes;

/** An identity as it stands after a change in the index. */
export const identityUpdated = message(
  'identity.updated',
  {
    uuid: uuid(),
    company_id: companyId(),
    dni: optional(string()),
    email: optional(string()),
    phone_number: optional(string()),
    name: optional(string()),
    last_name: optional(string()),
    /** A field without an entry came from an operator at `updated_at`; an entry without a field was cleared. */
    said: optional(object(fieldTimes)),
    updated_at: isoDate(),
  },
  {
    personal: ['uuid', 'dni', 'email', 'phone_number', 'name', 'last_name', 'said'],
    impersonal: ['company_id', 'updated_at'],
    without(data, { isErased, hash }) {
      if (isErased(data.dni || data.email, data.company_id)) return undefined;
      const said = Object.entries(data.said ?? {}).map(([name, field]) => {
        const { device } = field as FieldSaid;
        return [name, isErased(device, data.company_id) ? { ...field, device: hash(device!) } : field];
      });
      return data.said ? { ...data, said: Object.fromEntries(said) as typeof data.said } : data;
    },
  },
);
export type IdentityUpdated = DataOf<typeof identityUpdated>;
