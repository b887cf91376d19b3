import Joi from 'joi';

export type EventsSettings = { SERVICE_LOG_DAYS: number };

export const config = Joi.object<EventsSettings, true>({
  SERVICE_LOG_DAYS: Joi.number().integer().min(1).max(36_500).default(365),
});
