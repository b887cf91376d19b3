import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { Mail } from './mail';
import { openMailBox } from './mail-box';
import { serveSmtp } from './smtp-session';

export type { Mail } from './mail';

const host = '127.0.0.1';

/** Starts an SMTP sink on loopback that keeps the last 1,000 mails; `port` 0 takes any free one. */
export async function startMail(options: {
  port: number;
  dataDir: string;
}): Promise<{ url: string; messages(): Mail[]; stop(): Promise<void> }> {
  const box = await openMailBox(options.dataDir);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveSmtp(socket, box).catch(() => socket.destroy());
  });
  server.listen(options.port, host);
  await once(server, 'listening');
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    messages: box.messages,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await box.close();
    },
  };
}
