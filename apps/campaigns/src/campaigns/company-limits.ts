import Joi from 'joi';

/** Numbers of devices by company; `*` stands for all others. */
type CompanyLimits = ReadonlyMap<string, number>;

const entry = /^(\*|[1-9]\d{0,15}):(\d{1,12})$/;

/** A setting such as `1:1000,*:50000`. */
export const companyLimits = () =>
  Joi.any().custom((sent: unknown, helpers) => {
    const entries = String(sent)
      .split(',')
      .map((one) => entry.exec(one.trim()));
    if (entries.some((one) => !one)) return helpers.message({ custom: '"{{#label}}" must be such as 1:1000,*:50000' });
    return new Map(entries.map((one) => [one![1]!, Number(one![2])]));
  }) as Joi.AnySchema as Joi.AnySchema<CompanyLimits>;

/** The limit of a company; none if the setting names neither it nor all. */
export const limitOf = (limits: CompanyLimits | undefined, companyId: string): number =>
  limits?.get(companyId) ?? limits?.get('*') ?? Infinity;
