import { companyId, object, string, text } from '@herald/contracts';
import { invalid, route, updated } from '@herald/http';
import type { CoreIdpDeps } from './deps';
import { liveToken } from './password-token.model';
import { hashPassword, newPassword } from './password';

const badToken = () => invalid({ errors: { token: ['is wrong, used or expired'] } });

export const changePassword = route('PUT /core-idp/v1/companies/:company_id/profiles/password', {
  summary: 'Set a new password with a token from the e-mail',
  scope: 'core-idp:write',
  resource: 'Password',
  params: { company_id: companyId() },
  body: object({ token: text().trim(), password: newPassword() }),
  company: 'params.company_id',
  returns: updated(string()),
  errors: { 422: 'The token is wrong, used or expired, or the password is too short' },
  example: {
    params: { company_id: '1' },
    body: { token: 'the-token-from-the-mail', password: 'correct horse battery' },
  },
  async handle({ params: { company_id }, body, note }, { Profile, PasswordToken }: CoreIdpDeps) {
    // Checked before the costly hash and consumed after it: a hash that fails does not use up the token.
    if (!(await PasswordToken.exists(liveToken(company_id, body.token)))) throw badToken();
    const password_hash = await hashPassword(body.password);
    // Of two concurrent uses one consumes the token.
    const token = await PasswordToken.findOneAndDelete(liveToken(company_id, body.token)).lean();
    if (!token) throw badToken();
    const { profile_uuid } = token;
    note({ resource_id: profile_uuid });
    await Profile.updateOne({ uuid: profile_uuid, company_id }, { $set: { password_hash } });
    await PasswordToken.deleteMany({ profile_uuid });
    return 'The password was changed';
  },
});
