import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPush, type PushScript } from '@herald/standin-push';
import { config, type NotificationsSettings } from '../config';
import { pushSettings } from '../start-notifications.fixture';
import type { Outcome, ProviderName, Push, PushProvider } from './provider';
import { providerFactory } from './provider-factory';

export type { PushScript };
export type TestedTransport = Awaited<ReturnType<typeof startTransport>>;

/** Shorter than in production, so that tests of silent providers are short. */
export const timeoutMs = 3_000;

/** Simulators, and providers that reach them over a transport; everything is closed by `stop`. */
export async function startTransport(PUSH_TRANSPORT: NotificationsSettings['PUSH_TRANSPORT'], script: PushScript = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-push-'));
  let simulators = await startPush({ port: 0, dataDir, script });
  const settings = {
    ...(pushSettings(simulators) as Record<'FCM_URL' | 'APNS_URL', string>),
    PUSH_TRANSPORT,
    PUSH_CONNECTIONS: '2',
    CREDENTIALS_SECRET: '0'.repeat(32),
  };
  const opened: PushProvider[] = [];
  const factoryWith = (changed: object = {}) =>
    providerFactory(config.validate({ ...settings, ...changed }).value as NotificationsSettings, {
      timeoutMs,
    });
  const keep = (provider: PushProvider | undefined): PushProvider => {
    opened.push(provider!);
    return provider!;
  };
  return {
    settings,
    factoryWith,
    /** A provider with the credentials of the settings. */
    open: async (name: ProviderName, changed: object = {}) => keep(await factoryWith(changed).fromSettings(name)),
    simulators: () => simulators,
    stopSimulators: () => simulators.stop(),
    async restartSimulators(): Promise<void> {
      const [port, apnsPort] = [simulators.fcmUrl, simulators.apnsUrl].map((url) => Number(new URL(url).port));
      simulators = await startPush({ port: port!, apnsPort, controlPort: 0, dataDir, script });
    },
    async stop(): Promise<void> {
      await Promise.all(opened.map((provider) => provider.close()));
      await simulators.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const bodies: Record<ProviderName, string> = {
  fcm: '{"data":{"text":"Grüße 👋 \\"<b>\\" \\u0001","empty":""},"android":{"priority":"HIGH"}}',
  apns: '{"aps":{"alert":{"title":"Grüße 👋"},"badge":1,"mutable-content":1},"data":{"n":1.5,"no":null,"l":[1]}}',
};
export const bodyOf = (name: ProviderName): string => bodies[name];

export const pushTo = (name: ProviderName, token: string, more: Partial<Push> = {}): Push => ({
  token,
  notificationUuid: '00000000-0000-5000-8000-000000000001',
  body: bodies[name],
  priority: 'high',
  bundleId: 'com.acme.wallet',
  ...more,
});

export const sendMany = (provider: PushProvider, count: number, prefix = 'token'): Promise<Outcome[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => provider.send(pushTo(provider.name, `${prefix}-${index}`))));

/** How many outcomes there are of each kind. */
export function countKinds(outcomes: Outcome[]): Partial<Record<Outcome['kind'], number>> {
  const counts: Partial<Record<Outcome['kind'], number>> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Key and certificate of a server on loopback, and the path of the CA to trust, as the simulators make them. */
export async function certificatesIn(dataDir: string): Promise<{ key: string; cert: string; ca: string }> {
  const { ca, stop } = await startPush({ port: 0, dataDir });
  await stop();
  const blocks = (await readFile(join(dataDir, 'push', 'server.pem'), 'utf8')).split(/(?<=-----END [A-Z ]+-----\n)/);
  return { key: blocks[0]!, cert: blocks[1]!, ca };
}
