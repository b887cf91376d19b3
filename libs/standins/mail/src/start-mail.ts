import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Mail } from './mail';
import { openMailbox } from './mailbox';
import { createSmtpServer } from './smtp-server';

const host = '127.0.0.1';

/** Starts an SMTP server on loopback that keeps the last 1,000 mails. `port` 0 takes any free port. */
export async function startMail(options: {
  port: number;
  dataDir: string;
}): Promise<{ url: string; messages(): Mail[]; stop(): Promise<void> }> {
  const mailbox = await openMailbox(options.dataDir);
  const smtp = createSmtpServer(mailbox);
  // Errors of single connections, such as a reset; the server continues.
  const { server } = smtp.on('error', () => undefined);
  server.listen(options.port, host);
  await once(server, 'listening');
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    messages: mailbox.messages,
    async stop() {
      const closed = once(server, 'close');
      smtp.close();
      for (const { _socket: socket } of smtp.connections) socket.destroy();
      await closed;
      await mailbox.close();
    },
  };
}
