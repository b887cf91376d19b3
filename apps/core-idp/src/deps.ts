import { companyClient } from '@herald/client';
import { notFound } from '@herald/http';
import type { ServiceContext } from '@herald/service';
import type { CoreIdpSettings } from './config';
import { passwordTokens } from './password-token.model';
import { profiles } from './profile.model';
import { registerTypes } from './register-type.model';
import { tokenMailer } from './token-mail';

export type CoreIdpDeps = ReturnType<typeof coreIdpDeps>;

export function coreIdpDeps({ database, call, smtpUrl, settings, log }: ServiceContext<CoreIdpSettings>) {
  const { findCompany } = companyClient(call('company'));
  return {
    RegisterType: registerTypes.model(database),
    Profile: profiles.model(database),
    PasswordToken: passwordTokens.model(database),
    /** The company, or the 404 of this service. */
    async companyOf(id: string) {
      const company = await findCompany(id);
      if (!company) throw notFound({ resource: 'Company Config' });
      return company;
    },
    mailToken: tokenMailer({ smtpUrl, from: settings.MAIL_FROM, log }),
  };
}
