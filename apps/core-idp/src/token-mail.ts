import { unavailable } from '@herald/http';
import type { Logger } from '@herald/service';
import escape from 'escape-html';
import { createTransport } from 'nodemailer';

type TokenMail = { to: string; name: string; company: string; token: string; minutes: number };
type MailerOptions = { smtpUrl: string; from: string; log: Logger };

/** Each step has a timeout, and so have all of them together, well below the 30 seconds of a request. */
const limits = { dnsTimeout: 2_000, connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 4_000 };
const totalTimeoutMs = 8_000;

/** Sends mails with a token; resolves when the mail server has accepted it, or throws a 503. */
export function tokenMailer({ smtpUrl, from, log }: MailerOptions): (mail: TokenMail) => Promise<void> {
  const url = withTls(smtpUrl);
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  return async (mail) => {
    // As an object the address stays one address, whatever it contains.
    const to = { name: '', address: mail.to };
    const signal = AbortSignal.timeout(totalTimeoutMs);
    try {
      await transport.sendMail({ from, to, subject: 'Your password change', ...bodiesOf(mail), signal });
    } catch (error) {
      // Mail servers quote addresses in their replies: only the codes are logged.
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      log.warn({ code, responseCode }, 'The mail server did not accept a mail');
      throw unavailable({ errors: 'The e-mail could not be sent, try later', cause: error });
    }
  };
}

const localHost = /^(127(\.\d{1,3}){3}|\[::1\]|[a-z0-9_-]+)$/i;

/**
 * Requires TLS of a mail server, because a mail contains a token that sets a password; except on this machine and, by a
 * host name without a dot, on a network of containers. The option is set in the URL, which nodemailer prefers.
 */
function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (!localHost.test(url.hostname)) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

function bodiesOf({ name, company, token, minutes }: TokenMail): { text: string; html: string } {
  // Line breaks in a name would let its owner add paragraphs to the mail.
  const greeting = `Hello ${onOneLine(name)},`;
  const lead = `a new password was requested for your profile at ${onOneLine(company)}. Your confirmation token:`;
  const end = `It is valid for ${minutes} minutes and can be used once. If you did not request it, ignore this mail: nothing changes.`;
  const paragraphs = [escape(greeting), escape(lead), `<code>${escape(token)}</code>`, escape(end)];
  return {
    text: [greeting, lead, token, end].join('\n\n') + '\n',
    html: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
  };
}

const onOneLine = (text: string) => text.replace(/[\s\u0085]+/g, ' ').trim();
