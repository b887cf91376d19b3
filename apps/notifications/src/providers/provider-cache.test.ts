import { createMetrics } from '@herald/metrics';
import type { Credential } from '../credentials/credential.model';
import { sealWith } from '../credentials/seal';
import type { ProviderFactory } from './provider-factory';
import type { Outcome, Push, PushProvider } from './provider';
import { pushMetrics } from './push-metrics';
import { providerCache } from './provider-cache';

const seal = sealWith('a key of thirty-two characters or more');
let stored: Map<string, string>;
let reads: number;
let closed: string[];
let opened: string[];
let unusable: [string, string][];
beforeEach(() => ([stored, reads, closed, opened, unusable] = [new Map(), 0, [], [], []]));
afterEach(() => jest.restoreAllMocks());

const provider = (label: string): PushProvider => {
  opened.push(label);
  return {
    name: 'apns',
    send: async () => ({ kind: 'sent', name: label }),
    close: async () => void closed.push(label),
  };
};
const Credentials = {
  findById: (id: string) => ({
    lean: async () => {
      reads++;
      return stored.has(id) ? ({ _id: id, sealed: stored.get(id) } as Credential) : null;
    },
  }),
};
const factory = {
  apns: async ({ key_id }: { key_id: string }) => {
    if (key_id === 'bad') throw new Error('error:1E08010C:DECODER with a secret in it');
    return provider(key_id);
  },
  fromSettings: async () => provider('default'),
};
const openCache = (more: object = {}) =>
  providerCache({
    metrics: pushMetrics(createMetrics()),
    ...{ Credentials: Credentials as never, factory: factory as unknown as ProviderFactory, seal },
    onUnusable: (...one) => unusable.push(one),
    ...more,
  });
const save = (app: string, key_id: string, by = seal) => stored.set(`${app}/apns`, by.seal({ key_id }, `${app}/apns`));
const now = performance.now.bind(performance);
let later = 0;
const advanceClock = (ms: number) => {
  later += ms;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
};
const sendWith = async (found?: PushProvider): Promise<Outcome | undefined> => found?.send({} as Push);

it('opens the credentials of an app once for concurrent callers, and new ones within seconds', async () => {
  save('1', 'first');
  const { find } = openCache();
  const found = await Promise.all([find('1', 'apns'), find('1', 'apns'), find('1', 'apns')]);
  expect(new Set(found).size).toBe(1);
  expect([opened, reads]).toEqual([['first'], 1]);
  save('1', 'second');
  await find('1', 'apns');
  expect(opened).toEqual(['first']);
  // The monotonic clock decides, not the wall clock.
  const set = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => set);
  advanceClock(6_000);
  expect(await sendWith(await find('1', 'apns'))).toEqual({ kind: 'sent', name: 'second' });
  expect(closed).toEqual(['first']);
});

it('keeps a limited number of providers, and closes unused ones', async () => {
  for (let app = 0; app < 5; app++) save(`${app}`, `key-${app}`);
  const { find } = openCache({ maxEntries: 3, maxIdleMs: 100 });
  for (let app = 0; app < 5; app++) await find(`${app}`, 'apns');
  await find('without', 'apns');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(closed.sort()).toEqual(['key-0', 'key-1', 'key-2']);
  await new Promise((resolve) => setTimeout(resolve, 400));
  // The default provider, which apps without credentials share, stays open.
  expect(closed.sort()).toEqual(['key-0', 'key-1', 'key-2', 'key-3', 'key-4']);
  expect(await sendWith(await find('4', 'apns'))).toEqual({ kind: 'sent', name: 'key-4' });
});

it('refuses pushes with unusable credentials, and reports these credentials once', async () => {
  save('sealed', 'x', sealWith('another key of thirty-two characters'));
  save('broken', 'bad');
  const { find } = openCache();
  for (let n = 0; n < 3; n++) {
    expect(await sendWith(await find('sealed', 'apns'))).toEqual({
      kind: 'refused',
      isMisconfigured: true,
      answer: expect.stringMatching(/cannot be opened: store them again, or restore their key in CREDENTIALS_SECRET$/),
    });
    const broken = await sendWith(await find('broken', 'apns'));
    expect(broken).toMatchObject({ kind: 'refused', answer: expect.not.stringContaining('secret in it') });
    advanceClock(6_000);
  }
  expect(unusable.map(([id]) => id)).toEqual(['sealed/apns', 'broken/apns']);
  expect(JSON.stringify(unusable)).not.toContain('secret in it');
  save('sealed', 'mended');
  advanceClock(6_000);
  expect(await sendWith(await find('sealed', 'apns'))).toEqual({ kind: 'sent', name: 'mended' });
});

it('closes all providers at the end, after their sends in flight, and waits for none for long', async () => {
  save('1', 'own');
  const { find, close } = openCache();
  await find('1', 'apns');
  await find('without', 'apns');
  await close();
  expect(closed.sort()).toEqual(['default', 'own']);
});
