/**
 * Seals all stored push credentials with the first key of CREDENTIALS_SECRET, so that the other keys can be removed.
 *
 *   npm run rotate-credentials
 *   docker compose exec notifications node rotate-credentials.command.js
 *
 * At MONGO_URL and NAMESPACE, or those of the development stack that runs on DATA_DIR. Prints how many, never what.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from '@herald/persistence';
import { credentialModel } from './credential.model';
import { resealCredentials } from './reseal-credentials';
import { sealWith, type Seal } from './seal';

/** What the one line at the end says. */
class Mistake extends Error {}

const { MONGO_URL, CREDENTIALS_SECRET, NAMESPACE = 'herald', DATA_DIR = '.data' } = process.env;

async function fromDevelopment(file: string, path: string[], setting: string): Promise<string> {
  try {
    const found = JSON.parse(await readFile(join(DATA_DIR, file), 'utf8')) as Record<string, unknown>;
    const value = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], found);
    if (typeof value !== 'string') throw new Error('not there');
    return value;
  } catch {
    throw new Mistake(`${setting} is not set, and no development stack runs on ${DATA_DIR}`);
  }
}

function readSeal(setting: string): Seal {
  try {
    return sealWith(setting);
  } catch (error) {
    throw new Mistake(`CREDENTIALS_SECRET: ${(error as Error).message}`);
  }
}

async function main(): Promise<void> {
  const url = MONGO_URL || (await fromDevelopment('embedded.json', ['urls', 'MONGO_URL'], 'MONGO_URL'));
  const ofDevelopment = () => fromDevelopment('development-keys.json', ['SERVICE_JWT_SECRET'], 'CREDENTIALS_SECRET');
  const seal = readSeal(CREDENTIALS_SECRET || (await ofDevelopment()));
  const databases = await connectDatabase(url).catch(() => {
    // The address may hold a password.
    throw new Mistake('MONGO_URL: no database answers');
  });
  try {
    const model = credentialModel(databases.database(`${NAMESPACE}_notifications`));
    const { resealed, current, changed, unopenable } = await resealCredentials(model, seal);
    console.log(`${resealed} sealed with the first key, ${current} were already`);
    if (changed > 0) throw new Mistake(`${changed} changed meanwhile: run it again`);
    if (unopenable.length > 0) throw new Mistake(`no key opens ${unopenable.join(', ')}: store them again`);
  } finally {
    await databases.close();
  }
}

main().catch((error: Error) => {
  console.error(`rotate-credentials: ${error instanceof Mistake ? error.message : `stopped: ${error.message}`}`);
  process.exit(1);
});
