import Joi from 'joi';

export type IdentificationSettings = {
  CLAIM_DAYS: number;
};

export const config = Joi.object<IdentificationSettings>({
  /** Days after which a claim of a device is removed. */
  CLAIM_DAYS: Joi.number().greater(0).max(3650).default(90),
});
