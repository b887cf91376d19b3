import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signToken } from '@herald/auth';
import { exampleIds } from '@herald/contracts';
import { run, type Started } from '@herald/service';
import { callerOf, seed, type Call } from './seed';
import { seedCard } from './seed-card';
import { seedExamples } from './seed-examples';
import { chosenServices } from './services';
import { welcome } from './welcome';

const hours = 8;
/** On a machine whose disk stalls the demo data take longer; they go on behind the welcome. */
const seedingShownMs = 20_000;
/** Reading a card takes seconds of a processor: the first requests of a developer come before it. */
const cardDelayMs = 10_000;

async function greet({ url, settings, standIns, examples }: Started): Promise<void> {
  const { NODE_ENV, AUTH_JWT_SECRET: secret, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  if (NODE_ENV !== 'development' || !secret) return;
  const rest = { companies: '*', scope: '*', seconds: hours * 3600, issuer, audience } as const;
  const seeder = { url, token: signToken(secret, { subject: 'seed', ...rest }), examples };
  if (!process.env.SERVICES) await seedDemo(seeder, standIns?.simulatesPush ?? false);
  const token = signToken(secret, { subject: 'developer', ...rest });
  const inUse = standIns && { simulatesPush: standIns.simulatesPush, here: standIns.pages !== undefined };
  process.stdout.write(welcome(url, token, inUse));
}

type Seeder = Pick<Started, 'url' | 'examples'> & { token: string };

/** Demo data are a courtesy: without them the platform runs on. Only simulators get the demo campaign. */
async function seedDemo({ url, token, examples }: Seeder, simulatesPush: boolean): Promise<void> {
  const call = callerOf(url, token);
  const seedAll = async () => {
    await seed(call);
    for (const [shown, id] of await seedExamples(call, { sends: simulatesPush })) examples.set(shown, id);
  };
  const seeding = seedAll().then(
    () => void addCard(call, examples),
    (error: Error) => {
      process.stderr.write(`herald: demo data are incomplete (${error.message}); the next npm start completes them\n`);
    },
  );
  await Promise.race([seeding, sleep(seedingShownMs, undefined, { ref: false })]);
}

/** Behind the welcome. Where readers start with the first card, that is not the demo card. */
async function addCard(call: Call, examples: Started['examples']): Promise<void> {
  const program = join(__dirname, 'demo-card.js');
  if (process.env.SAPIEN_WARM === 'false' || examples.has(exampleIds.credential) || !existsSync(program)) return;
  await sleep(cardDelayMs);
  try {
    examples.set(exampleIds.credential, await seedCard(call, program));
  } catch (error) {
    process.stderr.write(`herald: the demo card was not read (${(error as Error).message})\n`);
  }
}

void run(() => chosenServices(process.env.SERVICES), process, {
  defaultPort: 8080,
  consoleFolder: join(__dirname, 'console'),
  onStarted: greet,
  develop: () => import('@herald/standins'),
});
