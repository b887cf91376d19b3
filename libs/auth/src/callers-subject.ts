/**
 * The subject of a caller's token as records show it: those of our services alone begin with `service:`, whatever an
 * issuer signs. Different subjects stay different.
 */
export const callersSubject = (subject: string): string =>
  /^(caller:)*service:/i.test(shown(subject)) ? `caller:${subject}` : subject;

/** What a reader sees of a text: neither spaces nor invisible characters, and wide letters as plain ones. */
const shown = (text: string) => text.normalize('NFKC').replace(/[\p{C}\p{M}\p{Z}]/gu, '');
