/** Prints a token: `npm run token -- --companies 1,2 --scope '*' --hours 8 [--core-id X] [--dni X] [--subject X]`. */
import { parseArgs } from 'node:util';
import { signToken, type TokenRequest } from '@herald/auth';
import { developmentKeys, openDataDir } from '@herald/service';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '*' },
    scope: { type: 'string', default: '*' },
    hours: { type: 'string', default: '8' },
    subject: { type: 'string', default: 'developer' },
    'core-id': { type: 'string' },
    dni: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const { AUTH_JWT_SECRET, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, DATA_DIR = '.data' } = process.env;
  const secret = AUTH_JWT_SECRET ?? (await developmentKeys(await openDataDir(DATA_DIR))).AUTH_JWT_SECRET;
  const companies = values.companies === '*' ? '*' : values.companies.split(',').map((id) => id.trim());
  const seconds = Math.round(Number(values.hours) * 3600);
  if (!(seconds > 0)) throw new Error('--hours must be a number above zero');
  const claims: TokenRequest = {
    subject: values.subject,
    companies,
    scope: values.scope,
    coreId: values['core-id'],
    dni: values.dni,
    seconds,
  };
  console.log(signToken(secret, { ...claims, issuer, audience }));
}

main().catch((error: Error) => {
  console.error(`token: ${error.message}`);
  process.exit(1);
});
