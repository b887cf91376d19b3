import { startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from '../company.fixture';
import { service } from '../service';

export const create = 'POST /index/v1/identity';
export const at = (uuid: string) => `/index/v1/identity/${uuid}`;

/** An identity as a caller sends it. */
export const ana = {
  company_uid: '1',
  dni: '12.345.678-k',
  email: 'Ana@Example.com',
  name: ' ANA  María ',
  last_name: 'Rojas',
};

/** The answer for an identity that the caller may not see. */
export const unknown = {
  code: 404,
  resource: 'Identity',
  message: 'not found in database neither in former documents',
};

/** Starts the index beside a company service. */
export async function startWithCompany(): Promise<{ herald: Tested; company: OtherService }> {
  const company = await companyForTest();
  return { company, herald: await startForTest(service, { COMPANY_URL: company.url }) };
}

export const identitiesOf = (herald: Tested) => herald.database('index').collection('identities');

/** Creates an identity; gives it as it was answered. */
export const createdBy = async (herald: Tested, body: object = ana) => (await herald.as()(create, { body })).body.data;
