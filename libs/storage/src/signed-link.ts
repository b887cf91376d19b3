import { createHmac, timingSafeEqual } from 'node:crypto';

type Options = { secret: string; publicUrl: () => string; pathOf: (name: string) => string };

/** Links that open a file without a token until they expire. */
export type SignedLinks = {
  to(name: string, until: Date): string;
  /** True for the unexpired query of a link that we signed for this name. The query may be anything. */
  isValid(name: string, query: unknown): boolean;
};

export function signedLinks({ secret, publicUrl, pathOf }: Options): SignedLinks {
  const signatureOf = (path: string, until: number) =>
    createHmac('sha256', secret).update(`${path}\n${until}`).digest('base64url');
  return {
    to(name, untilDate) {
      const path = pathOf(name);
      const until = Math.floor(untilDate.getTime() / 1000);
      return `${publicUrl()}${path}?until=${until}&signature=${signatureOf(path, until)}`;
    },
    isValid(name, query) {
      const sent = query as { until?: unknown; signature?: unknown };
      const until = Number(sent.until);
      const expected = Buffer.from(signatureOf(pathOf(name), until));
      const given = Buffer.from(String(sent.signature));
      return until * 1000 > Date.now() && given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
