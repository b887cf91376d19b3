export type Jwt = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: Buffer;
};

function parsed(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A token's parts; undefined when it has not the form of a JWT. Signatures are not verified: nobody gave us a key. */
export function readJwt(token: string): Jwt | undefined {
  const match = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token);
  if (!match) return undefined;
  const [, head = '', body = '', tail = ''] = match;
  const header = parsed(head);
  const claims = parsed(body);
  return header && claims && { header, claims, signature: Buffer.from(tail, 'base64url') };
}
