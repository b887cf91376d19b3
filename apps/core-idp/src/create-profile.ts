import { companyId, email, line } from '@herald/envelopes';
import { conflict, created, route } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import Joi from 'joi';
import type { CoreIdpDeps } from './deps';
import { hashPassword, newPassword } from './password';
import { profileShape, toProfile, type Profile } from './profile.model';

type NewProfile = Pick<Profile, 'email' | 'username' | 'name'> & { password: string };

const newProfile = Joi.object<NewProfile>({
  email: email().trim(),
  username: line().trim().lowercase(),
  name: line().trim().required(),
  password: newPassword().required(),
})
  .or('email', 'username')
  .messages({ 'object.missing': 'must hold email or username' });

const taken = (fields: string[]) =>
  conflict({ errors: Object.fromEntries(fields.map((field) => [field, ['is already taken']])) });

export const createProfile = route('POST /core-idp/v1/companies/:company_id/profiles', {
  summary: 'Create a user of a company, told apart by e-mail or username in lower case',
  scope: 'core-idp:write',
  resource: 'Profile',
  params: { company_id: companyId() },
  body: newProfile,
  company: 'params.company_id',
  returns: created(profileShape),
  errors: { 404: 'No such company', 409: 'Another profile of the company has this e-mail or username' },
  example: {
    params: { company_id: '1' },
    body: { email: 'ana@example.com', username: 'ana', name: 'Ana', password: 'correct horse battery' },
  },
  async handle({ params: { company_id }, body, uuid }, { Profile, companyOf }: CoreIdpDeps) {
    await companyOf(company_id);
    const { password, ...profile } = body;
    // Spares the costly hash; between equal creations at once the indexes decide.
    for (const field of ['email', 'username'] as const)
      if (profile[field] && (await Profile.exists({ company_id, [field]: profile[field] }))) throw taken([field]);
    const password_hash = await hashPassword(password);
    try {
      return toProfile((await Profile.create({ ...profile, uuid, company_id, password_hash })).toObject());
    } catch (error) {
      const keys = duplicateKeys(error)?.filter((key) => key !== 'company_id');
      throw keys ? taken(keys) : error;
    }
  },
});
