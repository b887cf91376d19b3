import { SMTPServer } from 'smtp-server';
import { parseMail, type Mail } from './mail';
import type { Mailbox } from './mailbox';

const maxMessageBytes = 10_485_760;

/** An error that the SMTP server answers with this reply code. */
class SmtpError extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** An SMTP server that stores what it receives. It accepts any user and password. */
export function createSmtpServer(mailbox: Mailbox): SMTPServer {
  return new SMTPServer({
    name: 'herald',
    banner: 'development mail sink',
    size: maxMessageBytes,
    // The rest of an oversized message is discarded, and the answer is 552.
    rejectOversized: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      receive(stream, to, mailbox).then(
        () => done(null, 'OK, stored'),
        (error: unknown) => done(error instanceof SmtpError ? error : new SmtpError(451, 'Internal error')),
      );
    },
  });
}

async function receive(stream: AsyncIterable<Buffer> & { sizeExceeded: boolean }, to: string[], mailbox: Mailbox) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (stream.sizeExceeded) return;
  const mail = await parse(Buffer.concat(chunks), to);
  try {
    await mailbox.add(mail);
  } catch {
    throw new SmtpError(452, 'The mail could not be stored: the disk is full or failing');
  }
}

async function parse(source: Buffer, to: string[]): Promise<Mail> {
  try {
    return await parseMail(source, to, new Date());
  } catch {
    throw new SmtpError(554, 'The message cannot be parsed');
  }
}
