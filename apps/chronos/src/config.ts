import Joi from 'joi';

export type ChronosSettings = { CHRONOS_QUOTA_MB: number };

export const config = Joi.object<ChronosSettings, true>({
  CHRONOS_QUOTA_MB: Joi.number().integer().min(0).default(100_000),
});
