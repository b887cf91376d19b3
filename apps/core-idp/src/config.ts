import { object, string, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  /** The sender of mails: an address, or `Name <address>`. */
  MAIL_FROM: withDefault(string().max(320), 'herald@localhost'),
});
export type CoreIdpSettings = TypeOf<typeof config>;
