import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMail } from '@herald/standin-mail';
import { otherService, startForTest } from '@herald/testing';
import { service } from './service';

/** The companies of the tests: 1 and 2 go by e-mail, 3 by username, 4 by document; there is no other. */
const companies: Record<string, object> = {
  1: { id: 1, uuid: 'c1', name: 'Acme & <Sons>', identified_by: 'email' },
  2: { id: 2, uuid: 'c2', name: 'Globex', identified_by: 'email' },
  3: { id: 3, uuid: 'c3', name: 'Initech', identified_by: 'username' },
  4: { id: 4, uuid: 'c4', name: 'Umbrella', identified_by: 'document' },
};

export type TestedCoreIdp = Awaited<ReturnType<typeof startCoreIdp>>;

/** Starts the service for a test, beside a company service and a mail server that can be looked into and stopped. */
export async function startCoreIdp(settings: Record<string, string> = {}) {
  const mailDir = await mkdtemp(join(tmpdir(), 'herald-mail-'));
  const mail = await startMail({ port: 0, dataDir: mailDir });
  const company = await otherService((asked) => {
    const known = companies[/^GET \/company\/api\/v2\/company\/(\d+)$/.exec(asked)?.[1] ?? ''];
    return known && { body: { status: true, message: 'Found', company: known } };
  });
  const herald = await startForTest(service, { SMTP_URL: mail.url, COMPANY_URL: company.url, ...settings });
  const stop = async () => {
    await herald.stop();
    await company.stop();
    await mail.stop();
    await rm(mailDir, { recursive: true, force: true });
  };
  const stored = (collection: string) => herald.database('core-idp').collection(collection);
  return { ...herald, mail, company, stored, stop };
}

export const profilesOf = (company: number) => `/core-idp/v1/companies/${company}/profiles`;
export const passwordOf = (company: number) => `${profilesOf(company)}/password`;
export const registerTypesOf = (company: number) => `/core-idp/v1/companies/${company}/register_types`;

/** The answer for a company that does not exist. */
export const noCompany = [404, { code: 404, resource: 'Company Config', message: 'Not found' }];
export const isForbidden = [403, { code: 403, message: 'Forbidden' }];

/** The token that stands in a mail, on a line of its own. */
export function tokenIn({ text }: { text: string }): string {
  return /^[\w-]{43}$/m.exec(text)![0];
}
