import type { IncomingMessage } from 'node:http';

const loopbackAddress = /^(::ffff:)?127\.|^::1$/;
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/**
 * True for a direct request from this machine: not through a proxy, and not from another site's page whose host name
 * was rebound to this address.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const { host = '', origin } = headers;
  const isSameSite = origin === undefined || loopbackHost.test(origin.replace(/^https?:\/\//i, ''));
  const site = headers['sec-fetch-site'];
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined) &&
    loopbackHost.test(host) &&
    isSameSite &&
    site !== 'cross-site'
  );
}
