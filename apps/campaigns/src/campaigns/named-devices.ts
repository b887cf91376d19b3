import { anyList } from '@herald/contracts';
import { templateVariables } from '@herald/push-message';
import type Joi from 'joi';

export type NamedDevice = { core_id: string; variables: Record<string, unknown> };

const maxDevicesOfCampaign = 100_000;
const maxCoreIdLength = 128;
const printable = /^[^\u0000-\u001f\u007f]+$/;
const variablesSchema = templateVariables();
const maxProblems = 20;
/** A batch travels as one message: the variables of one device must leave room in it. */
const maxVariablesBytes = 65_536;

const documentedItem = {
  type: 'object',
  properties: {
    core_id: { type: 'string', minLength: 1, maxLength: maxCoreIdLength },
    variables: { type: 'object', additionalProperties: true },
  },
  required: ['core_id', 'variables'],
};

type Problem = { at: string; text: string };

/**
 * Devices with their variables. They are checked by hand: schemas would block the process for seconds at 100,000
 * devices. Unknown fields are left out, as everywhere.
 */
export const namedDevices = (maxDevices = maxDevicesOfCampaign) =>
  anyList()
    .custom((sent: unknown[], helpers) => {
      if (sent.length === 0) return helpers.error('array.min', { limit: 1 });
      if (sent.length > maxDevices) return helpers.error('array.max', { limit: maxDevices });
      const problems: Problem[] = [];
      const devices = sent.map((one, at) => problems.length < maxProblems && toDevice(one, at, problems));
      if (problems.length === 0) return devices;
      return helpers.message({ custom: problems.map(({ at, text }) => `${at} ${text}`).join(', ') });
    })
    .messages({
      'array.min': 'must name at least one device',
      'array.max': `must not name more than ${maxDevices.toLocaleString('en')} devices`,
    })
    .meta({ jsonSchema: { items: documentedItem, minItems: 1, maxItems: maxDevices } })
    .description(
      'A device that is named twice counts once, with its first variables',
    ) as Joi.AnySchema as Joi.AnySchema<NamedDevice[]>;

function toDevice(one: unknown, at: number, problems: Problem[]): NamedDevice | undefined {
  const refuse = (field: string, text: string) => void problems.push({ at: `[${at}]${field}`, text });
  if (!isObject(one)) return refuse('', 'must be of type object');
  const { core_id, variables } = one;
  if (!isCoreId(core_id)) return refuse('.core_id', `must be text of 1 to ${maxCoreIdLength} characters`);
  if (!isObject(variables)) return refuse('.variables', 'is required and an object');
  if (Object.keys(variables).length === 0) return { core_id, variables: {} };
  const { value, error } = variablesSchema.validate(variables, { errors: { label: false } });
  if (!error && bytesOf(value) > maxVariablesBytes) return refuse('.variables', 'must not exceed 64 KB');
  if (!error) return { core_id, variables: value };
  const { path, message } = error.details[0]!;
  return refuse(['.variables', ...path].join('.'), message);
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCoreId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxCoreIdLength && printable.test(value);
}
