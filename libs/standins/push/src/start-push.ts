import { join } from 'node:path';
import { createApns } from './apns/apns';
import { openCertificates } from './certificates/open-certificates';
import { serveControl } from './control';
import type { DevelopmentPages } from './development-page';
import { createFcm } from './fcm/fcm';
import { pushPages } from './push-pages';
import { serveTls } from './server/serve-tls';
import { createOutcomes } from './simulation/outcome';
import { createPushLog, type PushMessage, type Totals } from './simulation/push-log';
import { createLiveScript, type PushScript } from './simulation/script';

export type { PushMessage, Totals } from './simulation/push-log';
export type { PushScript } from './simulation/script';

type PushOptions = {
  /** The port of FCM. APNs and the control server use the next two ports unless set; 0 takes any free ports. */
  port: number;
  apnsPort?: number;
  controlPort?: number;
  dataDir: string;
  script?: PushScript;
  /** Receives warnings for the developer. */
  warn?: (line: string) => void;
};

export type Push = {
  fcmUrl: string;
  apnsUrl: string;
  /** The URL of `/_dev/push/…`. */
  controlUrl: string;
  /** The path of the CA certificate, which clients must trust. */
  ca: string;
  /** The last 10,000 messages, newest first. */
  messages(token?: string, limit?: number): PushMessage[];
  /** Pages for developers: received messages and counts. */
  pages: DevelopmentPages;
  /** The number of accepted messages of each token. */
  counts(): Record<string, number>;
  totals(): Totals;
  /** Merges a change into the script; throws a TypeError if it is not valid. */
  script(change: PushScript): void;
  /** Clears messages, counts, and which tokens have had their first 429 or 503. The script does not change. */
  reset(): void;
  stop(): Promise<void>;
};

/** The stream limits of the real providers: FCM allows 100, APNs 1,000 after authentication. */
const fcmStreams = 100;
const apnsStreams = 1_000;

/** Starts simulators of FCM and APNs on loopback, with TLS. */
export async function startPush(options: PushOptions): Promise<Push> {
  const script = createLiveScript(options.script);
  const log = createPushLog();
  const fcmOutcomes = createOutcomes(script);
  const apnsOutcomes = createOutcomes(script);
  const certificates = await openCertificates(join(options.dataDir, 'push'));
  const forget = () => {
    for (const part of [log, fcmOutcomes, apnsOutcomes]) part.reset();
  };
  const { port, warn = () => undefined } = options;
  const { apnsPort = port && port + 1, controlPort = port && port + 2 } = options;
  const shared = { certificates, script };
  const fcm = createFcm(log, fcmOutcomes, script);
  const apns = createApns(log, apnsOutcomes, script, warn);
  const servers = await allOrNone([
    serveTls(fcm, { ...shared, port, maxStreams: fcmStreams, allowHttp1: true }),
    serveTls(apns, { ...shared, port: apnsPort, maxStreams: apnsStreams }),
    serveControl({ log, script, reset: forget }, controlPort),
  ]);
  const [fcmUrl = '', apnsUrl = '', controlUrl = ''] = servers.map(({ url }) => url);
  return {
    fcmUrl,
    apnsUrl,
    controlUrl,
    ca: certificates.ca,
    messages: log.messages,
    pages: pushPages(log),
    counts: () => Object.fromEntries(log.counts),
    totals: log.totals,
    script: script.change,
    reset: forget,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

type Server = { url: string; stop(): Promise<void> };

/** Stops the started servers if one cannot start, for example because its port is in use. */
async function allOrNone(starting: Promise<Server>[]): Promise<Server[]> {
  const results = await Promise.allSettled(starting);
  const servers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failure.reason;
}
