import type { Socket } from 'node:net';
import { readMail } from './mail';
import type { MailBox } from './mail-box';
import { createSmtpInput, tooLarge, type SmtpInput } from './smtp-input';

const largestMessage = 10_485_760;

type Session = {
  readonly input: SmtpInput;
  readonly box: MailBox;
  readonly reply: (...lines: string[]) => void;
  from: string | undefined;
  to: string[];
};

function reset(session: Session): void {
  session.from = undefined;
  session.to = [];
}

function greet({ reply }: Session): void {
  reply('250-herald', '250-8BITMIME', `250-SIZE ${largestMessage}`, '250 AUTH PLAIN LOGIN');
}

function startMailFrom(session: Session, rest: string): void {
  const [, address] = /^FROM:\s*<([^>]*)>/i.exec(rest) ?? [];
  const size = Number(/\sSIZE=(\d+)/i.exec(rest)?.[1] ?? 0);
  if (address === undefined) session.reply('501 Syntax: MAIL FROM:<address>');
  else if (size > largestMessage) session.reply('552 Message size exceeds the limit');
  else {
    reset(session);
    session.from = address;
    session.reply('250 OK');
  }
}

function addRecipient(session: Session, rest: string): void {
  const [, address] = /^TO:\s*<([^>]+)>/i.exec(rest) ?? [];
  if (session.from === undefined) session.reply('503 MAIL first');
  else if (!address) session.reply('501 Syntax: RCPT TO:<address>');
  else {
    session.to.push(address);
    session.reply('250 OK');
  }
}

async function takeMessage(session: Session): Promise<void> {
  if (session.to.length === 0) {
    session.reply('503 RCPT first');
    return;
  }
  session.reply('354 End with a dot on a line of its own');
  const source = await session.input.message(largestMessage);
  const { to } = session;
  reset(session);
  if (source === undefined) return;
  if (source === tooLarge) {
    session.reply('552 Message size exceeds the limit');
    return;
  }
  try {
    await session.box.add(readMail(source, to, new Date()));
    session.reply('250 OK, kept');
  } catch {
    session.reply('452 The mail could not be kept, the disk is full or failing');
  }
}

/** Anybody may log in: nothing is checked, the dialogue is only led to its end. */
async function authenticate({ input, reply }: Session, rest: string): Promise<void> {
  const [mechanism = '', initial] = rest.split(/\s+/);
  const prompts = { PLAIN: ['334 '], LOGIN: ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6'] }[mechanism.toUpperCase()];
  if (!prompts) {
    reply('504 Only PLAIN and LOGIN');
    return;
  }
  for (const prompt of initial ? prompts.slice(1) : prompts) {
    reply(prompt);
    const answer = await input.line();
    if (answer === undefined || answer === '*') {
      reply('501 Cancelled');
      return;
    }
  }
  reply('235 Welcome');
}

const commands: Record<string, (session: Session, rest: string) => void | Promise<void>> = {
  EHLO: greet,
  HELO: ({ reply }) => reply('250 herald'),
  MAIL: startMailFrom,
  RCPT: addRecipient,
  DATA: takeMessage,
  AUTH: authenticate,
  RSET(session) {
    reset(session);
    session.reply('250 OK');
  },
  NOOP: ({ reply }) => reply('250 OK'),
  VRFY: ({ reply }) => reply('252 Send it and see'),
};

/** Speaks SMTP with one client until it leaves. */
export async function serveSmtp(socket: Socket, box: MailBox): Promise<void> {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  const reply = (...lines: string[]) => {
    if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n`);
  };
  const session: Session = { input: createSmtpInput(socket), box, reply, from: undefined, to: [] };
  reply('220 herald development mail sink');
  for (let line = await session.input.line(); line !== undefined; line = await session.input.line()) {
    const [, verb = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(line) ?? [];
    if (verb.toUpperCase() === 'QUIT') {
      reply('221 Bye');
      break;
    }
    const command = commands[verb.toUpperCase()];
    if (command) await command(session, rest);
    else reply('502 Not implemented');
  }
  socket.end();
}
