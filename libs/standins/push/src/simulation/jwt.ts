export type Jwt = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: Buffer;
};

function parsePart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The parts of a JWT; undefined if its form is not valid. The signature is not verified, because we have no key. */
export function parseJwt(token: string): Jwt | undefined {
  const match = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token);
  if (!match) return undefined;
  const [, head = '', body = '', tail = ''] = match;
  const header = parsePart(head);
  const claims = parsePart(body);
  return header && claims && { header, claims, signature: Buffer.from(tail, 'base64url') };
}
