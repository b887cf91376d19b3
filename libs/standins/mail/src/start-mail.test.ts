import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { mountSmallDisk } from '@herald/standin-testing';
import { startMail } from './start-mail';

/** Sends each line after the answer to the line before; returns the reply codes. */
async function talk(url: string, lines: (string | Buffer)[]): Promise<string[]> {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answers: string[] = [];
  const chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let rest = '';
  const answer = async () => {
    while (!/^\d{3} [^\n]*\n/m.test(rest)) {
      const { value, done } = await chunks.next();
      if (done) break;
      rest += String(value);
    }
    answers.push(rest.trim().split('\n').at(-1)?.slice(0, 3) ?? '');
    rest = '';
  };
  await answer();
  for (const line of lines) {
    socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
    await answer();
  }
  socket.destroy();
  return answers;
}

const envelope = ['EHLO test', 'MAIL FROM:<a@x.org>', 'RCPT TO:<b@x.org>', 'DATA'];

describe('the mail server', () => {
  let dataDir: string;
  let mail: Awaited<ReturnType<typeof startMail>>;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mail-'));
    mail = await startMail({ port: 0, dataDir });
  });
  afterEach(async () => {
    await mail.stop();
    rmSync(dataDir, { recursive: true });
  });

  const deliver = (...source: string[]) => talk(mail.url, [...envelope, Buffer.from(`${source.join('\r\n')}\r\n.`)]);

  it('stores plain mails and lists the newest first', async () => {
    await deliver('Subject: one', '', 'hello', '..dotted');
    await talk(mail.url, [
      'HELO x',
      'MAIL FROM:<>',
      'RCPT TO:<c@x.org>',
      'RCPT TO:<d@x.org>',
      'DATA',
      'Subject: two\r\n\r\n.',
    ]);
    expect(mail.messages()).toMatchObject([
      { to: ['c@x.org', 'd@x.org'], subject: 'two', text: '' },
      { to: ['b@x.org'], subject: 'one', text: 'hello\n.dotted', html: '' },
    ]);
  });

  it('decodes encoded words, quoted-printable and base64 in multipart mails', async () => {
    await deliver(
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_?= =?UTF-8?B?4oKs?=',
      ' =?iso-8859-1?Q?_=E4?=',
      'Content-Type: multipart/mixed; boundary="outer"',
      '',
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=C3=9Fe, a long li=',
      'ne',
      '--inner',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>ä</p>', 'latin1').toString('base64'),
      '--inner--',
      '--outer',
      'Content-Type: text/plain; name=a.txt',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'not this',
      '--outer--',
    );
    expect(mail.messages()).toMatchObject([{ subject: 'Grüße € ä', text: 'Grüße, a long line', html: '<p>ä</p>' }]);
  });

  it('reads mails of nodemailer', async () => {
    const transport = createTransport(mail.url);
    const text = `Grüße, ${'eine lange Zeile '.repeat(20)}\n.\nund €`;
    await transport.sendMail({
      from: 'a@x.org',
      to: ['"Zoë" <b@x.org>', 'c@x.org'],
      bcc: 'hidden@x.org',
      subject: `Prüfung ${'ä€😀'.repeat(30)}`,
      text,
      html: '<p>größer &amp; 日本</p>',
      attachments: [{ filename: 'ü.txt', content: 'attached' }],
    });
    await transport.sendMail({ from: 'a@x.org', to: 'b@x.org', subject: 'plain', text: 'code 123456' });
    transport.close();
    expect(mail.messages()).toMatchObject([
      { to: ['b@x.org'], subject: 'plain', text: 'code 123456', html: '' },
      {
        to: ['b@x.org', 'c@x.org', 'hidden@x.org'],
        subject: `Prüfung ${'ä€😀'.repeat(30)}`,
        text,
        html: '<p>größer &amp; 日本</p>',
      },
    ]);
  });

  it('accepts 8-bit text', async () => {
    await deliver(
      'Subject: ü',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      '<b>ü</b>',
    );
    expect(mail.messages()).toMatchObject([{ subject: 'ü', text: '', html: '<b>ü</b>' }]);
  });

  it('keeps mails after a restart', async () => {
    await deliver('Subject: kept', '', 'x');
    await mail.stop();
    mail = await startMail({ port: 0, dataDir });
    await deliver('Subject: later', '', 'x');
    expect(mail.messages().map(({ subject }) => subject)).toEqual(['later', 'kept']);
  });

  it('converts the mails of an earlier version, whose last line may be incomplete', async () => {
    await mail.stop();
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name));
    const folder = join(dataDir, 'mail');
    mkdirSync(folder);
    const line = JSON.stringify({ to: ['b@x.org'], subject: 'kept', text: '', html: '', at: '' });
    writeFileSync(join(folder, 'mails.jsonl'), `${line}\n{"to":["torn`);
    mail = await startMail({ port: 0, dataDir });
    expect(mail.messages().map(({ subject }) => subject)).toEqual(['kept']);
    expect(existsSync(folder)).toBe(false);
  });

  it('keeps the last 1,000', async () => {
    const one = [...envelope.slice(1), 'Subject: s\r\n\r\nx\r\n.'];
    await talk(mail.url, ['EHLO test', ...Array.from({ length: 1_005 }, () => one).flat()]);
    await deliver('Subject: last', '', 'x');
    expect(mail.messages()).toHaveLength(1_000);
    expect(mail.messages()[0]?.subject).toBe('last');
  });

  const disk = mountSmallDisk(4);
  afterAll(disk.unmount);
  (disk.isMounted ? it : it.skip)('refuses mails while the disk is full, and accepts mails after that', async () => {
    const onDisk = await startMail({ port: 0, dataDir: join(disk.folder, 'mail') });
    disk.fill();
    const large = [...envelope, `Subject: large\r\n\r\n${'x'.repeat(500_000)}\r\n.`];
    expect((await talk(onDisk.url, large)).at(-1)).toBe('452');
    expect(onDisk.messages()).toEqual([]);
    disk.free();
    expect((await talk(onDisk.url, large)).at(-1)).toBe('250');
    expect(onDisk.messages()).toMatchObject([{ subject: 'large' }]);
    await onDisk.stop();
  });

  it('answers the other commands, and accepts any user and password', async () => {
    const answers = await talk(mail.url, [
      'NOOP',
      'MAIL FROM:<a@x.org>',
      'EHLO test',
      'RCPT TO:<b@x.org>',
      'DATA',
      'MAIL nobody',
      'AUTH MAGIC',
      'AUTH LOGIN',
      'dQ==',
      'cA==',
      'MAIL FROM:<a@x.org> SIZE=99999999',
      'MAIL FROM:<a@x.org> BODY=8BITMIME',
      'RCPT TO:b',
      'RSET',
      'RCPT TO:<b@x.org>',
      'STARTTLS',
      'quit',
    ]);
    expect(answers.slice(1).join(' ')).toBe('250 503 250 503 503 501 504 334 334 235 552 250 501 250 503 500 221');
    expect(await talk(mail.url, ['EHLO test', 'AUTH PLAIN AGEAYg=='])).toEqual(['220', '250', '235']);
  });

  it('refuses a message of more than 10 MB and keeps the session open', async () => {
    const answers = await talk(mail.url, [
      ...envelope,
      Buffer.concat([Buffer.alloc(11_000_000, 'x\r\n'), Buffer.from('\r\n.')]),
      'NOOP',
    ]);
    expect(answers.slice(-2)).toEqual(['552', '250']);
    expect(mail.messages()).toEqual([]);
  });
});
