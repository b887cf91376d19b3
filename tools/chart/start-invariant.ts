import { generateKeyPairSync } from 'node:crypto';
import { addressBook, ownSettings, readConsoleSettings, readSettings } from '../../libs/service/src/settings';
import { allServices } from '../../apps/platform/src/services';
import type { Invariant } from './invariants';
import { componentOf, ofKind, titleOf, type EnvVar } from './manifests';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** What a Secret could hold; any other is a text of 32 characters. */
const secrets: Record<string, string> = {
  MONGO_URL: 'mongodb://database',
  AMQP_URL: 'amqp://broker',
  SMTP_URL: 'smtps://mail',
  AUTH_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};

const valueOf = ({ name, value, valueFrom }: EnvVar) =>
  valueFrom ? (secrets[name] ?? name.padEnd(32, '-')) : (value ?? '');

/** The services themselves accept the settings that their pods get, as at a start in production. */
export const startable: Invariant = (manifests) =>
  ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const given = deployment.spec.template.spec.containers[0]!.env ?? [];
    const env = { NODE_ENV: 'production', ...Object.fromEntries(given.map((one) => [one.name, valueOf(one)])) };
    try {
      checkStart(componentOf(deployment)!, env);
      return [];
    } catch (error) {
      return [`${titleOf(deployment)} would not start: ${(error as Error).message}`];
    }
  });

function checkStart(component: string, env: Record<string, string>): void {
  const service = allServices.find(({ name }) => name === component);
  if (!service) return void readConsoleSettings(env);
  const settings = readSettings([service], env, 8080);
  ownSettings(service, env);
  for (const called of service.calls ?? []) addressBook(env, settings)(called);
}
