import type { Model } from '@herald/persistence';
import { credentialId, type Credential } from '../credential.model';
import { CannotOpen, type Seal } from '../seal';
import { evictingMap } from './evicting-map';
import type { ApnsCredentials, FcmCredentials, OpenProvider } from './open-provider';
import type { ProviderName, PushProvider } from './provider';
import { withBackoff } from './with-backoff';

export type FindProvider = (appId: string, name: ProviderName) => Promise<PushProvider | undefined>;
export type ProviderCacheOptions = {
  Credentials: Model<Credential>;
  seal: Seal;
  opener: OpenProvider;
  /** Called once for each set of credentials. */
  onUnusable: (id: string, reason: string) => void;
  maxEntries?: number;
  maxIdleMs?: number;
};

/** `sealed`: the app's own credentials, with which the provider was opened; without them it is shared by all apps. */
type Entry = { provider?: PushProvider; sealed?: string; checkedAt: number };

/** Another process may have stored new credentials; they take effect after this time. */
const checkAgainMs = 5_000;

/** Each app's providers, kept open while they are used: with its own credentials, else with those of the settings. */
export function providerCache(options: ProviderCacheOptions): FindProvider {
  const { Credentials, seal, opener, maxEntries = 1_000, maxIdleMs = 600_000 } = options;
  const onEvict = (evicted: Promise<Entry>) => void evicted.then(closeEntry, () => {});
  const entries = evictingMap<Promise<Entry>>({ maxEntries, maxIdleMs, onEvict });
  const defaults = new Map<ProviderName, Promise<PushProvider | undefined>>();

  const openDefault = (name: ProviderName) => {
    const opening =
      defaults.get(name) ?? openOrRefuse(options, `settings/${name}`, name, () => opener.fromSettings(name));
    defaults.set(name, opening);
    return opening;
  };
  const openOwn = ({ _id, sealed }: Credential, name: ProviderName) =>
    openOrRefuse(options, _id, name, async () => {
      const credentials = seal.open(sealed, _id);
      return name === 'fcm' ? opener.fcm(credentials as FcmCredentials) : opener.apns(credentials as ApnsCredentials);
    });
  const lookUp = async (id: string, name: ProviderName, before?: Entry): Promise<Entry> => {
    const stored = await Credentials.findById(id).lean<Credential>();
    const checkedAt = performance.now();
    if (before && before.sealed === stored?.sealed) return { ...before, checkedAt };
    closeEntry(before);
    return { provider: await (stored ? openOwn(stored, name) : openDefault(name)), sealed: stored?.sealed, checkedAt };
  };
  return async (appId, name) => {
    const id = credentialId(appId, name);
    const known = entries.get(id);
    const before = await known?.catch(() => undefined);
    const current = entries.get(id);
    // Another call may have looked it up meanwhile, or it was evicted, and is closed.
    if (current && current !== known) return (await current).provider;
    const isRecent = current && before && performance.now() - before.checkedAt < checkAgainMs;
    const entry = isRecent ? current : lookUp(id, name, current && before);
    entries.set(id, entry);
    entry.catch(() => entries.get(id) === entry && entries.delete(id));
    return (await entry).provider;
  };
}

/** Credentials that cannot be used are an answer for their own devices, not a reason to hold up others. */
async function openOrRefuse(
  { onUnusable }: ProviderCacheOptions,
  id: string,
  name: ProviderName,
  open: () => Promise<PushProvider | undefined>,
): Promise<PushProvider | undefined> {
  try {
    const provider = await open();
    return provider && withBackoff(provider);
  } catch (error) {
    const answer = reasonOf(name, error);
    onUnusable(id, error instanceof CannotOpen ? error.message : answer);
    return { name, send: async () => ({ kind: 'refused', answer, isOurFault: true }), close: async () => {} };
  }
}

/** Requests in flight complete; a batch that still holds the provider gets the outcome busy and is retried. */
function closeEntry(entry: Entry | undefined): void {
  if (entry?.sealed !== undefined) void entry.provider?.close();
}

/** What a device's story says: the texts of libraries could quote the key. */
function reasonOf(name: ProviderName, error: unknown): string {
  return error instanceof CannotOpen
    ? `The app's credentials for ${name} cannot be opened: store them again, or restore their key in CREDENTIALS_SECRET`
    : `The credentials for ${name} cannot be used: store them again, or correct the settings`;
}
