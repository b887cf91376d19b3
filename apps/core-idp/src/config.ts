import Joi from 'joi';

export type CoreIdpSettings = { MAIL_FROM: string };

export const config = Joi.object<CoreIdpSettings>({
  /** Who the mails are from: an address, or `Name <address>`. */
  MAIL_FROM: Joi.string().max(320).default('herald@localhost'),
});
