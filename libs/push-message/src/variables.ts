import { freeObject } from '@herald/contracts';
import Joi from 'joi';

/** The variables of a template for one receiver. */
export type TemplateVariables = Readonly<Record<string, string | number | boolean>>;

/** The maximum bytes of one value. */
export const largestValue = 10_240;

/** The schema of one receiver's variables: names to texts of at most 10 KB, numbers or booleans. */
export const templateVariables = (): Joi.ObjectSchema<TemplateVariables> => {
  const value = Joi.alternatives(Joi.string().allow('').max(largestValue, 'utf8'), Joi.number(), Joi.boolean())
    .prefs({ convert: false })
    .messages({
      'alternatives.match': 'must be text of at most 10 KB, a number or a boolean',
      'alternatives.types': 'must be text of at most 10 KB, a number or a boolean',
    });
  return freeObject(value) as Joi.ObjectSchema as Joi.ObjectSchema<TemplateVariables>;
};
