import type { Model } from '@herald/persistence';
import { credentialId, type Credential } from '../credential.model';
import type { Seal } from '../seal';
import type { ApnsCredentials, FcmCredentials, OpenProvider } from './open-provider';
import { patient } from './patient';
import type { ProviderName, PushProvider } from './provider';

export type FindProvider = (appId: string, name: ProviderName) => Promise<PushProvider | undefined>;

type Kept = { provider?: PushProvider; revision: number; lookedAt: number };

/** Another process may have stored new credentials; they serve after so long. */
const lookAgainMs = 5_000;

/** Each app's providers, kept open: with its own credentials, else with those of the settings. */
export function providers(Credentials: Model<Credential>, { open }: Seal, opener: OpenProvider): FindProvider {
  const kept = new Map<string, Promise<Kept>>();
  const defaults = new Map<ProviderName, Promise<PushProvider | undefined>>();

  const byDefault = (name: ProviderName) => {
    const known = defaults.get(name);
    if (known) return known;
    const opening = opener.fromSettings(name).then((provider) => provider && patient(provider));
    defaults.set(name, opening);
    opening.catch(() => defaults.delete(name));
    return opening;
  };
  const lookUp = async (id: string, name: ProviderName, before?: Kept): Promise<Kept> => {
    const stored = await Credentials.findById(id).lean<Credential>();
    const revision = stored?.updated_at.getTime() ?? 0;
    if (before?.revision === revision) return { ...before, lookedAt: Date.now() };
    // What is under way ends well; whoever still holds the old ones is told to try again.
    if (before && before.revision !== 0) void before.provider?.close();
    if (!stored) return { provider: await byDefault(name), revision, lookedAt: Date.now() };
    const credentials = open(stored.sealed, id);
    const opening =
      name === 'fcm' ? opener.fcm(credentials as FcmCredentials) : opener.apns(credentials as ApnsCredentials);
    return { provider: patient(await opening), revision, lookedAt: Date.now() };
  };
  return async (appId, name) => {
    const id = credentialId(appId, name);
    const before = await kept.get(id)?.catch(() => undefined);
    if (before && Date.now() - before.lookedAt < lookAgainMs) return before.provider;
    const looking = lookUp(id, name, before);
    kept.set(id, looking);
    looking.catch(() => kept.delete(id));
    return (await looking).provider;
  };
}
