import { companyId, email, line, object, optional } from '@herald/contracts';
import { conflict, created, route } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';

import type { CoreIdpDeps } from './deps';
import { hashPassword, newPassword } from './password';
import { profileAnswer, toProfileAnswer } from './profile.model';

const newProfile = object({
  email: optional(email().trim()),
  username: optional(line().trim().lowercase()),
  name: line().trim(),
  password: newPassword(),
})
  .or('email', 'username')
  .messages({ 'object.missing': 'must hold email or username' });

const taken = (fields: string[]) =>
  conflict({ errors: Object.fromEntries(fields.map((field) => [field, ['is already taken']])) });

export const createProfile = route('POST /core-idp/v1/companies/:company_id/profiles', {
  summary: 'Create a user of a company',
  description: 'The e-mail and the username are stored in lower case; each is unique within the company.',
  scope: 'core-idp:write',
  resource: 'Profile',
  params: { company_id: companyId() },
  body: newProfile,
  company: 'params.company_id',
  returns: created(profileAnswer),
  errors: { 404: 'No such company', 409: 'Another profile of the company has this e-mail or username' },
  example: {
    params: { company_id: '1' },
    body: { email: 'ana@example.com', username: 'ana', name: 'Ana', password: 'correct horse battery' },
  },
  async handle({ params: { company_id }, body, uuid }, { Profile, companyOf }: CoreIdpDeps) {
    await companyOf(company_id);
    const { password, ...profile } = body;
    // Saves the costly hash; the unique indexes decide between concurrent creations.
    for (const field of ['email', 'username'] as const)
      if (profile[field] && (await Profile.exists({ company_id, [field]: profile[field] }))) throw taken([field]);
    const password_hash = await hashPassword(password);
    try {
      return toProfileAnswer(await Profile.create({ ...profile, uuid, company_id, password_hash }));
    } catch (error) {
      const keys = duplicateKeys(error)?.filter((key) => key !== 'company_id');
      throw keys ? taken(keys) : error;
    }
  },
});
