import { randomBytes } from 'node:crypto';
import { companyId, object, oneOf, string, text, type TypeOf } from '@herald/contracts';
import { badRequest, notFound, ok, rateLimit, route, whenInvalid, type CheckedInput } from '@herald/http';
import { retryOnCollision } from '@herald/persistence';
import type { CoreIdpDeps } from './deps';
import { tokenHash } from './password-token.model';

const tokenMinutes = 30;

const passwordRequest = object({
  operation: oneOf('request'),
  access_type: oneOf('email', 'username'),
  profile: text().trim().lowercase(),
});

const unsupported = (field: string) => {
  const sentence = `${field} field is null or not supported`;
  return badRequest({ errors: sentence[0]!.toUpperCase() + sentence.slice(1) });
};
const profileKey = ({ params, body }: CheckedInput) => {
  const { access_type, profile } = body as TypeOf<typeof passwordRequest>;
  return [params.company_id, access_type, profile].join('\n');
};

export const requestPasswordChange = route('PATCH /core-idp/v1/companies/:company_id/profiles/password', {
  summary: 'Mail a user a password token',
  description: 'The token lets the user set a new password.',
  scope: 'core-idp:write',
  resource: { success: 'Password token', error: 'Change Password' },
  params: { company_id: companyId() },
  body: passwordRequest,
  company: 'params.company_id',
  guards: [
    whenInvalid((problems) => {
      const wrong = (name: string) => problems.some(({ field }) => field === name || field === 'body');
      return ['operation', 'access_type'].filter(wrong).map(unsupported)[0];
    }),
    // The caller's own limit comes first, so that a caller over it does not use up a profile's.
    rateLimit({ name: 'password-caller', max: 30, windowSeconds: 60, keyOf: (_, { subject }) => subject }),
    rateLimit({ name: 'password-profile', max: 5, windowSeconds: 3600, keyOf: profileKey }),
  ],
  returns: ok(string()),
  errors: {
    400: 'operation or access_type is missing or not supported, or the company identifies its users differently',
    404: 'No such company, no such user, or one without an e-mail',
    503: 'The mail server does not take the e-mail; the token is void',
  },
  example: {
    params: { company_id: '1' },
    body: { operation: 'request', access_type: 'email', profile: 'ana@example.com' },
  },
  async handle({ params: { company_id }, body, note }, { Profile, PasswordToken, companyOf, mailToken }: CoreIdpDeps) {
    const company = await companyOf(company_id);
    if (company.identified_by !== body.access_type) throw unsupported('access_type');
    const profile = await Profile.findOne({ company_id, [body.access_type]: body.profile }).lean();
    if (!profile?.email) throw notFound({ resource: 'Profile' });
    const { uuid: profile_uuid, email: to, name } = profile;
    note({ resource_id: profile_uuid });

    const token = randomBytes(32).toString('base64url');
    const hash = tokenHash(token);
    const update = { hash, company_id, expires_at: new Date(Date.now() + tokenMinutes * 60_000) };
    await retryOnCollision(() => PasswordToken.updateOne({ profile_uuid }, { $set: update }, { upsert: true }));
    try {
      await mailToken({ to, name, company: company.name, token, minutes: tokenMinutes });
    } catch (error) {
      await PasswordToken.deleteOne({ hash });
      throw error;
    }
    return "A confirmation token was sent to the user's e-mail address";
  },
});
