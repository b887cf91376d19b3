import { decodeHeader } from './encoded-words';
import { leaves, parsePart, textOfType } from './mime-part';

export type Mail = { to: string[]; subject: string; text: string; html: string; at: string };

/** What a person would see of a message; `to` are those it was delivered to, hidden copies too. */
export function readMail(source: Buffer, to: string[], at: Date): Mail {
  const message = parsePart(source.toString('latin1'));
  const parts = leaves(message);
  const first = (type: string) => {
    for (const part of parts) {
      const text = textOfType(part, type);
      if (text !== undefined) return text;
    }
    return '';
  };
  return {
    to,
    subject: decodeHeader(message.headers.get('subject') ?? ''),
    text: first('text/plain'),
    html: first('text/html'),
    at: at.toISOString(),
  };
}
