import { signToken } from '@herald/auth';
import { run, type Started } from '@herald/service';
import { callerOf, seed } from './seed';
import { chosenServices } from './services';
import { welcome } from './welcome';

const hours = 8;

async function greet({ url, settings, standIns }: Started): Promise<void> {
  const { NODE_ENV, AUTH_JWT_SECRET: secret, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  if (NODE_ENV !== 'development' || !secret) return;
  const rest = { companies: '*', scope: '*', seconds: hours * 3600, issuer, audience } as const;
  if (!process.env.SERVICES) await seed(callerOf(url, signToken(secret, { subject: 'seed', ...rest })));
  const token = signToken(secret, { subject: 'developer', ...rest });
  const inUse = standIns && { simulatesPush: standIns.simulatesPush, here: standIns.pages !== undefined };
  process.stdout.write(welcome(url, token, inUse));
}

void run(() => chosenServices(process.env.SERVICES), process, { defaultPort: 8080, onStarted: greet });
