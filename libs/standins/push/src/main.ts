import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPush, type PushScript } from './start-push';

const text = { type: 'string' } as const;

/** The options of the command line for numbers in the script. */
const scriptOptions: Record<string, keyof PushScript> = {
  latency: 'latencyMs',
  jitter: 'jitterMs',
  'goaway-after': 'goawayAfter',
  'close-after': 'closeAfter',
  'rate-429': 'rate429',
  'rate-503': 'rate503',
  'rate-500': 'rate500',
  'retry-after': 'retryAfterSeconds',
  'hang-rate': 'hangRate',
  'close-rate': 'closeRate',
  seed: 'seed',
};

/** Runs the simulators of FCM and APNs: `npm run simulators`. Prints the settings to use; ends with a signal. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'fcm-port': text,
      'apns-port': text,
      'control-port': text,
      'data-dir': text,
      'refuse-token-updates': { type: 'boolean' },
      ...Object.fromEntries(Object.keys(scriptOptions).map((name) => [name, text])),
    },
  });
  const given = values as Record<string, string | undefined>;
  const numbers = Object.entries(scriptOptions).flatMap(([option, name]) =>
    given[option] === undefined ? [] : [[name, Number(given[option])]],
  );
  const push = await startPush({
    port: Number(given['fcm-port'] ?? 9_443),
    apnsPort: Number(given['apns-port'] ?? 9_444),
    controlPort: Number(given['control-port'] ?? 9_445),
    dataDir: resolve(given['data-dir'] ?? process.env.DATA_DIR ?? '.data'),
    script: { ...Object.fromEntries(numbers), refuseTokenUpdates: values['refuse-token-updates'] ?? false },
    warn: (line) => console.error(line),
  });
  console.error('herald: simulators of FCM and APNs run; they are not meant for production');
  console.error(`herald: what arrived: ${push.controlUrl}/_dev/push/messages`);
  console.log(`FCM_URL=${push.fcmUrl}\nAPNS_URL=${push.apnsUrl}\nPUSH_CA=${push.ca}`);
  const end = () => void push.stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
}

main().catch((error: unknown) => {
  console.error(`herald: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
