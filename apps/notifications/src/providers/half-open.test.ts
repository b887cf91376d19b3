import { createServer as createHttp2Server } from 'node:http2';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { http2Pool } from '@herald/http2-client';
import { apnsProvider } from './apns';
import { fcmProvider } from './fcm';
import type { Push } from './provider';

const listen = async (server: Pick<Server, 'listen' | 'address'>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const push: Push = {
  token: 'token',
  notificationUuid: '00000000-0000-5000-8000-000000000001',
  body: '{"data":{"a":"b"}}',
  priority: 'high',
  bundleId: 'com.acme.wallet',
};

/** A proxy before a provider; while it is silent it accepts connections and passes nothing on, in no direction. */
async function silencer() {
  const state = { isSilent: false };
  const sockets = new Set<Socket>();
  const provider = createHttp2Server({ settings: { maxConcurrentStreams: 50 } }, (req, res) => {
    req.resume();
    req.on('end', () => res.end('{"name":"n"}'));
  });
  const port = await listen(provider);
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.on('error', () => {}).on('close', () => to.destroy()));
      from.on('data', (piece) => (state.isSilent ? from.pause() : to.write(piece)));
    }
  });
  const url = `http://127.0.0.1:${await listen(proxy)}`;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([proxy, provider].map((server) => new Promise((resolve) => server.close(resolve))));
  };
  return { state, url, stop };
}

let stopSilencer = async () => {};
afterEach(() => stopSilencer());

it.each(['fcm', 'apns'])(
  '%s falling silent is an outcome within bounds, and it is found when it speaks again',
  async (name) => {
    const { state, url, stop } = await silencer();
    stopSilencer = stop;
    stopSilencer = stop;
    const pool = http2Pool({ url, connections: 2, timeoutMs: 1_000 });
    const provider =
      name === 'fcm'
        ? fcmProvider({ pool, projectId: 'p', accessToken: async () => 'a token' })
        : apnsProvider({ pool, providerToken: () => 'a token' });
    const kinds = async (count: number) => {
      const outcomes = await Promise.all(Array.from({ length: count }, () => provider.send(push)));
      return [...new Set(outcomes.map(({ kind }) => kind))].sort();
    };
    expect(await kinds(10)).toEqual(['sent']);
    state.isSilent = true;
    const began = performance.now();
    // Those that went out may have arrived; those for which no connection was made did not.
    expect(await kinds(400)).toEqual(['busy', 'unknown']);
    expect(performance.now() - began).toBeLessThan(25_000);
    state.isSilent = false;
    expect(await kinds(10)).toEqual(['sent']);
    await provider.close();
  },
  60_000,
);
