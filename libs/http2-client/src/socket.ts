import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A socket to the host of a URL, over TLS for `https:`. It is destroyed when the server does not speak HTTP/2. */
export function openSocket(url: string, ca: string | undefined, onOpen: () => void): Socket {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connectPlain({ host, port: Number(port || 80), noDelay: true }, onOpen);
  const servername = isIP(host) ? '' : host;
  const options = { host, port: Number(port || 443), servername, ca, ALPNProtocols: ['h2'] };
  const socket: TLSSocket = connectTls(options, () => {
    if (socket.alpnProtocol === 'h2') onOpen();
    else socket.destroy(new Error('The server does not speak HTTP/2'));
  });
  return socket.setNoDelay(true);
}
