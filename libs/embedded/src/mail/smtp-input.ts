import type { Socket } from 'node:net';

export const tooLarge = Symbol('tooLarge');

/** What a client sends, asked for line by line or message by message. */
export type SmtpInput = {
  /** The next line without its end; undefined when the client is gone. */
  line(): Promise<string | undefined>;
  /** What follows DATA, dots removed; `tooLarge` when it exceeded the limit and was thrown away. */
  message(limit: number): Promise<Buffer | typeof tooLarge | undefined>;
};

const longestLine = 65_536;
const endOfMessage = '\r\n.\r\n';

function unstuffed(source: string): Buffer {
  return Buffer.from(source.replace(/(^|\r\n)\.\./g, '$1.'), 'latin1');
}

/** Reads a socket as latin1, one character per byte. */
export function createSmtpInput(socket: Socket): SmtpInput {
  const chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let rest = '';
  async function next(): Promise<string | undefined> {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }));
    return done || !value ? undefined : value.toString('latin1');
  }
  return {
    async line() {
      let end = rest.indexOf('\n');
      while (end < 0) {
        const chunk = await next();
        if (chunk === undefined || rest.length > longestLine) return undefined;
        rest += chunk;
        end = rest.indexOf('\n');
      }
      const line = rest.slice(0, end).replace(/\r$/, '');
      rest = rest.slice(end + 1);
      return line;
    },
    async message(limit) {
      // The line end before the message lets an empty one end at once.
      let source = `\r\n${rest}`;
      let parts = '';
      let isTooLarge = false;
      let end = source.indexOf(endOfMessage);
      while (end < 0) {
        const chunk = await next();
        if (chunk === undefined) return undefined;
        parts += source.slice(0, -endOfMessage.length);
        source = source.slice(-endOfMessage.length) + chunk;
        if (parts.length > limit) isTooLarge = true;
        if (isTooLarge) parts = '';
        end = source.indexOf(endOfMessage);
      }
      rest = source.slice(end + endOfMessage.length);
      parts += source.slice(0, end);
      return isTooLarge || parts.length - 2 > limit ? tooLarge : unstuffed(parts.slice(2));
    },
  };
}
