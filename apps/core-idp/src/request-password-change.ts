import { randomBytes } from 'node:crypto';
import { companyId, text } from '@herald/envelopes';
import { badRequest, notFound, ok, route, type CheckedInput } from '@herald/http';
import { againOnCollision } from '@herald/persistence';
import Joi from 'joi';
import type { CoreIdpDeps } from './deps';
import { tokenHash } from './password-token.model';
import type { Profile } from './profile.model';

type Wanted = { operation: 'request'; access_type: 'email' | 'username'; profile: string };

const minutes = 30;
const unsupported = (field: string) => {
  const sentence = `${field} field is null or not supported`;
  return badRequest({ errors: sentence[0]!.toUpperCase() + sentence.slice(1) });
};
const profileAsked = ({ params, body }: CheckedInput) => {
  const { access_type, profile } = body as Wanted;
  return [params.company_id, access_type, profile].join('\n');
};

export const requestPasswordChange = route('PATCH /core-idp/v1/companies/:company_id/profiles/password', {
  summary: 'Send a user a token to change the password with, by e-mail',
  scope: 'core-idp:write',
  resource: 'Password token',
  errorResource: 'Change Password',
  params: { company_id: companyId() },
  body: Joi.object<Wanted>({
    operation: Joi.valid('request').required(),
    access_type: Joi.valid('email', 'username').required(),
    profile: text().trim().lowercase().required(),
  }),
  company: 'params.company_id',
  invalid(problems) {
    const wrong = (name: string) => problems.some(({ field }) => field === name || field === 'body');
    return ['operation', 'access_type'].filter(wrong).map(unsupported)[0];
  },
  // The caller's own limit comes first: one who is over it uses up nobody's profile.
  rateLimits: [
    { name: 'password-caller', max: 30, seconds: 60, of: (_, { subject }) => subject },
    { name: 'password-profile', max: 5, seconds: 3600, of: profileAsked },
  ],
  returns: ok(Joi.string()),
  errors: {
    400: 'operation or access_type is missing or not supported, or the company tells its users apart otherwise',
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
    const profile = await Profile.findOne({ company_id, [body.access_type]: body.profile }).lean<Profile>();
    if (!profile?.email) throw notFound({ resource: 'Profile' });
    const { uuid: profile_uuid, email: to, name } = profile;
    note({ resource_id: profile_uuid });

    const token = randomBytes(32).toString('base64url');
    const hash = tokenHash(token);
    const fresh = { hash, company_id, expires_at: new Date(Date.now() + minutes * 60_000) };
    await againOnCollision(() => PasswordToken.updateOne({ profile_uuid }, { $set: fresh }, { upsert: true }));
    try {
      await mailToken({ to, name, company: company.name, token, minutes });
    } catch (error) {
      await PasswordToken.deleteOne({ hash });
      throw error;
    }
    return "A confirmation token was sent to the user's e-mail address";
  },
});
