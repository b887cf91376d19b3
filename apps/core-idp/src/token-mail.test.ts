import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tokenMailer } from './token-mail';

/** A mail server that offers no TLS. */
let server: Server;
let received: string;
const warnings: object[] = [];
const log = { warn: (fields: object) => void warnings.push(fields) } as never;
const mail = { to: 'ana@example.com', name: 'Ana', company: 'Acme', token: 'secret-token', minutes: 15 };

beforeEach(async () => {
  received = '';
  warnings.length = 0;
  server = createServer((socket) => {
    let isData = false;
    socket.on('error', () => {}).write('220 plain\r\n');
    socket.on('data', (bytes) => {
      received += bytes.toString();
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        const answers = { EHLO: '250-plain\r\n250 8BITMIME', DATA: '354 go on', QUIT: '221 bye', STAR: '502 unknown' };
        socket.write(`${answers[line.slice(0, 4) as 'EHLO'] ?? '250 fine'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const send = (host: string, query = '') =>
  tokenMailer({ smtpUrl: `smtp://${host}:${(server.address() as AddressInfo).port}${query}`, from: 'a@b.io', log })(
    mail,
  );

it.each(['127.0.0.1', 'localhost'])('sends without TLS to %s', async (host) => {
  await send(host);
  expect(received).toContain('secret-token');
});

// 127.1 is this machine as well, by a name that does not say so.
it.each(['', '?requireTLS=false', '?ignoreTLS=true', '?requireTLS=false&ignoreTLS=true&secure=false'])(
  'sends no token to another host that offers no TLS, whatever its address says: %s',
  async (query) => {
    await expect(send('127.1', query)).rejects.toMatchObject({ status: 503 });
    expect(received).toMatch(/STARTTLS\r\n/);
    expect(received).not.toContain('secret-token');
    expect(warnings).toEqual([expect.objectContaining({ code: 'ETLS' })]);
  },
);
