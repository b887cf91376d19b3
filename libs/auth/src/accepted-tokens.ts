import { createHash } from 'node:crypto';
import type { JwtPayload } from 'jsonwebtoken';
import type { Caller } from './caller';
import type { VerifyingKey } from './keys';
import type { TokenIssuer } from './verify-token';

/** A token whose signature and claims were verified. `expiresAt` is wall-clock time in ms, leeway included. */
export type Accepted = {
  caller: Caller;
  claims: JwtPayload;
  key: VerifyingKey;
  issuer: TokenIssuer;
  expiresAt: number;
};
type Entry = Accepted & { bytes: number; verifiedAt: number };

const maxEntries = 10_000;
/** Length of the tokens; an entry occupies a small multiple of it. */
const maxBytes = 8_000_000;
const verifyAgainMs = 5 * 60_000;

/** A cache of accepted tokens by hash, bounded in number, bytes and time. Withdrawing a key evicts its tokens. */
export function acceptedTokens() {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const evict = (hash: string) => {
    bytes -= entries.get(hash)?.bytes ?? 0;
    entries.delete(hash);
  };
  return {
    find(token: string): Accepted | undefined {
      const hash = hashOf(token);
      const entry = entries.get(hash);
      if (!entry || isGood(entry)) return entry;
      evict(hash);
      return undefined;
    },
    add(token: string, accepted: Accepted): void {
      const hash = hashOf(token);
      evict(hash);
      entries.set(hash, { ...accepted, bytes: token.length, verifiedAt: performance.now() });
      bytes += token.length;
      while (entries.size > maxEntries || bytes > maxBytes) evict(entries.keys().next().value!);
    },
    size: () => ({ entries: entries.size, bytes }),
  };
}

function isGood({ key, expiresAt, verifiedAt }: Entry): boolean {
  const isRecent = performance.now() - verifiedAt < verifyAgainMs;
  return isRecent && Date.now() < expiresAt && (key.isTrusted?.() ?? true);
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
