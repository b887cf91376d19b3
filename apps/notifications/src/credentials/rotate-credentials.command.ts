/**
 * Seals all stored push credentials with the first key of CREDENTIALS_SECRET, so that the other keys can be removed.
 *
 *   npm run rotate-credentials
 *   docker compose exec notifications node rotate-credentials.command.js
 *
 * Uses the database at MONGO_URL and NAMESPACE, or that of the development stack on DATA_DIR. Prints counts only.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from '@herald/persistence';
import { credentials } from './credential.model';
import { resealCredentials } from './reseal-credentials';
import { sealWith, type Seal } from './seal';

/** An error that the operator can correct; its message is the output. */
class OperatorError extends Error {}

const { MONGO_URL, CREDENTIALS_SECRET, NAMESPACE = 'herald', DATA_DIR = '.data' } = process.env;

async function fromDevelopment(file: string, path: string[], setting: string): Promise<string> {
  try {
    const found = JSON.parse(await readFile(join(DATA_DIR, file), 'utf8')) as Record<string, unknown>;
    const value = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], found);
    if (typeof value !== 'string') throw new Error('not there');
    return value;
  } catch {
    throw new OperatorError(`${setting} is not set, and no development stack runs on ${DATA_DIR}`);
  }
}

function readSeal(setting: string): Seal {
  try {
    return sealWith(setting);
  } catch (error) {
    throw new OperatorError(`CREDENTIALS_SECRET: ${(error as Error).message}`);
  }
}

async function main(): Promise<void> {
  const url = MONGO_URL || (await fromDevelopment('embedded.json', ['urls', 'MONGO_URL'], 'MONGO_URL'));
  const developmentSecret = () =>
    fromDevelopment('development-keys.json', ['SERVICE_JWT_SECRET'], 'CREDENTIALS_SECRET');
  const seal = readSeal(CREDENTIALS_SECRET || (await developmentSecret()));
  const databases = await connectDatabase(url).catch(() => {
    // The URL may contain a password, so that the error is not shown.
    throw new OperatorError('MONGO_URL: no database answers');
  });
  try {
    const model = credentials.model(databases.database(`${NAMESPACE}_notifications`));
    const { resealed, current, changed, unopenable } = await resealCredentials(model, seal);
    console.log(`${resealed} sealed with the first key, ${current} were already`);
    if (changed > 0) throw new OperatorError(`${changed} changed meanwhile: run it again`);
    if (unopenable.length > 0) throw new OperatorError(`no key opens ${unopenable.join(', ')}: store them again`);
  } finally {
    await databases.close();
  }
}

main().catch((error: Error) => {
  console.error(`rotate-credentials: ${error instanceof OperatorError ? error.message : `stopped: ${error.message}`}`);
  process.exit(1);
});
