import { withDeadline } from '@herald/concurrency';
import type { Model } from '@herald/persistence';
import { LRUCache } from 'lru-cache';
import { credentialId, type Credential } from '../credentials/credential.model';
import type { ApnsCredentials, FcmCredentials } from '../credentials/credentials.schema';
import { CannotOpen, type Seal } from '../credentials/seal';
import type { ProviderName, PushProvider } from './provider';
import type { ProviderFactory } from './provider-factory';
import { measured, type PushMetrics } from './push-metrics';
import { withBackoff } from './with-backoff';

type ProviderCache = {
  /** Undefined where neither the app nor the settings have credentials. */
  find(appId: string, name: ProviderName): Promise<PushProvider | undefined>;
  /** Closes all providers once their sends have completed, and waits a limited time for them. */
  close(): Promise<void>;
};
type ProviderCacheOptions = {
  Credentials: Model<Credential>;
  seal: Seal;
  factory: ProviderFactory;
  /** Called once for each set of credentials. */
  onUnusable: (id: string, reason: string) => void;
  metrics: PushMetrics;
  maxEntries?: number;
  maxIdleMs?: number;
};

/** `sealed`: the app's own credentials of this provider; undefined for the default provider, which apps share. */
type Entry = { provider?: PushProvider; sealed?: string; checkedAt: number };

/** Another process may have stored new credentials; they take effect after this time. */
const recheckMs = 5_000;
const closeTimeoutMs = 3_000;

/** Each app's providers, kept open while in use: with the app's own credentials, or with those of the settings. */
export function providerCache(options: ProviderCacheOptions): ProviderCache {
  const { Credentials, seal, factory } = options;
  const closing = closingProviders();
  /** Sends in flight complete; a batch that still holds the provider gets the outcome `busy` and is retried. */
  const closeOwn = (entry: Entry | undefined) => {
    if (entry?.sealed !== undefined) closing.close(entry.provider);
  };
  const entries = entryCache(options, (evicted) => void evicted.then(closeOwn, () => {}));
  const defaults = new Map<ProviderName, Promise<PushProvider | undefined>>();

  const openDefault = (name: ProviderName) => {
    const opening =
      defaults.get(name) ?? openOrRefuse(options, `settings/${name}`, name, () => factory.fromSettings(name));
    defaults.set(name, opening);
    return opening;
  };
  const openOwn = ({ _id, sealed }: Credential, name: ProviderName) =>
    openOrRefuse(options, _id, name, async () => {
      const credentials = seal.open(sealed, _id);
      return name === 'fcm' ? factory.fcm(credentials as FcmCredentials) : factory.apns(credentials as ApnsCredentials);
    });
  const lookUp = async (id: string, name: ProviderName, previous?: Entry): Promise<Entry> => {
    const stored = await Credentials.findById(id).lean();
    const checkedAt = performance.now();
    if (previous && previous.sealed === stored?.sealed) return { ...previous, checkedAt };
    closeOwn(previous);
    return { provider: await (stored ? openOwn(stored, name) : openDefault(name)), sealed: stored?.sealed, checkedAt };
  };
  return {
    async find(appId, name) {
      const id = credentialId(appId, name);
      const known = entries.get(id);
      const previous = await known?.catch(() => undefined);
      const current = entries.get(id);
      // Meanwhile another call may have looked it up, or it was evicted and is closed.
      if (current && current !== known) return (await current).provider;
      const isRecent = current && previous && performance.now() - previous.checkedAt < recheckMs;
      const entry = isRecent ? current : lookUp(id, name, current && previous);
      entries.set(id, entry);
      entry.catch(() => entries.get(id) === entry && entries.delete(id));
      return (await entry).provider;
    },
    async close() {
      entries.clear();
      for (const opened of await Promise.allSettled(defaults.values()))
        if (opened.status === 'fulfilled') closing.close(opened.value);
      await closing.settled();
    },
  };
}

function entryCache(
  { maxEntries: max = 1_000, maxIdleMs: ttl = 600_000 }: ProviderCacheOptions,
  dispose: (evicted: Promise<Entry>) => void,
) {
  return new LRUCache<string, Promise<Entry>>({ max, ttl, ttlAutopurge: true, noDisposeOnSet: true, dispose });
}

/** Providers whose last sends are in flight. */
function closingProviders() {
  const closing = new Set<Promise<void>>();
  return {
    close(provider: PushProvider | undefined): void {
      if (!provider) return;
      const closed: Promise<void> = provider.close().finally(() => closing.delete(closed));
      closing.add(closed);
    },
    settled: () => withDeadline(closeTimeoutMs, 'Closing the providers', Promise.allSettled(closing)).catch(() => {}),
  };
}

/** Credentials that cannot be used refuse the pushes to their own devices; those to others are sent. */
async function openOrRefuse(
  { onUnusable, metrics }: ProviderCacheOptions,
  id: string,
  name: ProviderName,
  open: () => Promise<PushProvider | undefined>,
): Promise<PushProvider | undefined> {
  try {
    const provider = await open();
    return provider && measured(withBackoff(provider), metrics);
  } catch (error) {
    const answer = reasonOf(name, error);
    onUnusable(id, error instanceof CannotOpen ? error.message : answer);
    const refuse = async () => ({ kind: 'refused', answer, isMisconfigured: true }) as const;
    return measured({ name, send: refuse, close: async () => {} }, metrics);
  }
}

/** The reason in the history of a delivery. Messages of libraries are not shown: they could quote the key. */
function reasonOf(name: ProviderName, error: unknown): string {
  return error instanceof CannotOpen
    ? `The app's credentials for ${name} cannot be opened: store them again, or restore their key in CREDENTIALS_SECRET`
    : `The credentials for ${name} cannot be used: store them again, or correct the settings`;
}
