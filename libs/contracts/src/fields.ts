import Joi from 'joi';
import type { TypeOf } from './schema';

const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;

/**
 * Text without control characters; blank is refused unless allowed. Its message belongs to the rule: `messages` would
 * double the cost of every value, because joi merges them with the caller's options each time.
 */
export const text = (max = 256): Joi.StringSchema =>
  Joi.string().max(max).pattern(printable).rule({ message: 'must not hold control characters' });

/** Text on one line, for names shown in mails and lists. */
export const line = (max = 256): Joi.StringSchema =>
  Joi.string()
    .max(max)
    .pattern(/^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/)
    .rule({ message: 'must be one line without control characters' });

const notACompany = 'must be a company id';

/** A company's id: callers send it as integer or as text, it is stored as text. */
export const companyId = (): Joi.AlternativesSchema<string> =>
  Joi.alternatives(
    Joi.string().pattern(/^[1-9]\d{0,14}$/),
    Joi.number().strict().integer().positive().max(999_999_999_999_999),
  )
    .custom(String)
    .messages({
      'string.pattern.base': notACompany,
      'string.empty': notACompany,
      'number.integer': notACompany,
      'number.positive': notACompany,
      'number.max': notACompany,
      'number.unsafe': notACompany,
      'alternatives.match': notACompany,
      'alternatives.types': notACompany,
    }) as Joi.AnySchema as Joi.AlternativesSchema<string>;

/** A national identity number as it is stored and compared: without dots, spaces and hyphens, in upper case. */
export const normalDni = (sent: string): string => sent.replace(/[.\s-]/g, '').toUpperCase();

/** A national identity number, normalised. */
export const dni = (): Joi.StringSchema =>
  text(64)
    .custom((value: string, helpers) => normalDni(value) || helpers.error('string.empty'))
    .messages({ 'string.empty': 'must hold letters or digits' });

export const uuid = (): Joi.StringSchema => Joi.string().guid().lowercase();

export const email = (): Joi.StringSchema => text(254).email({ tlds: false }).lowercase();

/** RGB in hexadecimal, without transparency. */
export const hexColour = (): Joi.StringSchema =>
  Joi.string()
    .pattern(/^#[0-9a-fA-F]{6}$/)
    .messages({ 'string.pattern.base': 'must be a colour as #RRGGBB' });

export const httpAddress = (): Joi.StringSchema => text(2048).uri({ scheme: ['http', 'https'] });

/** Excludes names that would be operators, paths or prototypes where the object is stored. */
const safeKey = /^(?!\$)(?!__proto__$)[^.\u0000]{1,128}$/;

/** An object of free keys; the keys can be stored as they are. */
export const freeObject = <S extends Joi.AnySchema = Joi.AnySchema<unknown>>(
  values: S = Joi.any() as Joi.AnySchema as S,
): Joi.ObjectSchema<Record<string, TypeOf<S>>> =>
  Joi.object()
    .pattern(Joi.string().pattern(safeKey), values as Joi.AnySchema)
    .max(200)
    .unknown(false)
    .custom((value, helpers) => (keysAreSafe(value) ? value : helpers.error('object.unsafe')))
    .messages({
      'object.unsafe': 'must not hold names with a dot or a leading dollar sign',
      'object.unknown': 'is not a name that can be kept',
    });

function keysAreSafe(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(keysAreSafe);
  return Object.entries(value).every(([key, inner]) => safeKey.test(key) && keysAreSafe(inner));
}

/** A moment in a request: ISO 8601 text that becomes a Date. */
export const dateTime = (): Joi.DateSchema<Date> => Joi.date().iso();

/** A moment in a message: ISO 8601 text. */
export const isoDate = (): Joi.StringSchema => Joi.string().isoDate();

/**
 * A moment that is stored and answered: a Date in memory and in the database, ISO 8601 UTC with milliseconds in JSON.
 */
export const timestamp = (): Joi.StringSchema<Date> =>
  isoDate().meta({ isDate: true }) as Joi.AnySchema as Joi.StringSchema<Date>;

/** True for a schema that `timestamp` made. */
export const isTimestamp = (schema: Joi.AnySchema): boolean =>
  ((schema.describe() as { metas?: object[] }).metas ?? []).some((meta) => 'isDate' in meta);

/** A number of days; 0: forever. */
export const daysOrForever = (min = 1): Joi.NumberSchema => Joi.number().integer().min(min).max(36_500).allow(0);
