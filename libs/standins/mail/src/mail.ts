import PostalMime from 'postal-mime';

export type Mail = { to: string[]; subject: string; text: string; html: string; at: string };

const toText = (content = '') => content.replaceAll('\r\n', '\n').replace(/\n$/, '');

/** The readable parts of a message. `to` contains all recipients of the envelope, hidden copies too. */
export async function parseMail(source: Buffer, to: string[], at: Date): Promise<Mail> {
  const { subject = '', text, html } = await PostalMime.parse(source);
  return { to, subject, text: toText(text), html: toText(html), at: at.toISOString() };
}
