import { join } from 'node:path';
import type { DevelopmentPages } from '../development-page';
import { createApns } from './apns';
import { openCertificates } from './certificates';
import { serveControl } from './control';
import { createFcm } from './fcm';
import { createOutcomes } from './outcome';
import { createPushLog, type PushMessage, type Totals } from './push-log';
import { pushPages } from './push-pages';
import { createLiveScript, type PushScript } from './push-script';
import { serveTls } from './serve-tls';

export type { PushMessage, Totals } from './push-log';
export type { PushScript } from './push-script';

export type PushOptions = {
  /** Of FCM; APNs and the control surface take the next two unless theirs are given. 0 takes any free ones. */
  port: number;
  apnsPort?: number;
  controlPort?: number;
  dataDir: string;
  script?: PushScript;
  /** Where a line goes that a developer should read. */
  note?: (line: string) => void;
};

export type Push = {
  fcmUrl: string;
  apnsUrl: string;
  /** Of `/_dev/push/…`. */
  controlUrl: string;
  /** Path of the CA's file, which clients must trust. */
  ca: string;
  /** The last 10,000, newest first. */
  messages(token?: string, limit?: number): PushMessage[];
  /** What arrived and how often, for the developer. */
  pages: DevelopmentPages;
  /** How often each token was hit by an accepted message. */
  counts(): Record<string, number>;
  totals(): Totals;
  /** Merges a change; throws a TypeError when it makes no sense. */
  script(change: PushScript): void;
  /** Forgets messages, counts, and which tokens had their first 429 or 503; the script stays. */
  forget(): void;
  stop(): Promise<void>;
};

/** FCM promises 100 streams, APNs 1,000 once it knows its client. */
const fcmStreams = 100;
const apnsStreams = 1_000;

/** Starts simulators of FCM and APNs on loopback, which real clients reach over TLS. */
export async function startPush(options: PushOptions): Promise<Push> {
  const script = createLiveScript(options.script);
  const log = createPushLog();
  const fcmOutcomes = createOutcomes(script);
  const apnsOutcomes = createOutcomes(script);
  const certificates = await openCertificates(join(options.dataDir, 'push'));
  const forget = () => {
    for (const part of [log, fcmOutcomes, apnsOutcomes]) part.forget();
  };
  const { port, note = () => undefined } = options;
  const { apnsPort = port && port + 1, controlPort = port && port + 2 } = options;
  const shared = { certificates, script };
  const fcm = createFcm(log, fcmOutcomes, script);
  const apns = createApns(log, apnsOutcomes, script, note);
  const servers = await allOrNone([
    serveTls(fcm, { ...shared, port, maxStreams: fcmStreams, alsoHttp1: true }),
    serveTls(apns, { ...shared, port: apnsPort, maxStreams: apnsStreams }),
    serveControl({ log, script, forget }, controlPort),
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
    forget,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

type Server = { url: string; stop(): Promise<void> };

/** One port that is taken must not leave the other servers running. */
async function allOrNone(starting: Promise<Server>[]): Promise<Server[]> {
  const results = await Promise.allSettled(starting);
  const servers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failure.reason;
}
