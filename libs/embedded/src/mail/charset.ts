const asUtf8 = new TextDecoder('utf-8');

/** Bytes as text; an unknown charset is read as utf-8. */
export function decodeCharset(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(bytes);
  } catch {
    return asUtf8.decode(bytes);
  }
}
