import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Seal = { seal(secret: object, context: string): string; open(sealed: string, context: string): unknown };

const nonceBytes = 12;
const tagBytes = 16;

/** Keeps secrets encrypted at rest (AES-256-GCM). A sealed secret opens in its own context alone: rows cannot be swapped. */
export function sealWith(key: string): Seal {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'herald credentials', 32));
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', derived, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = bytes.subarray(nonceBytes + tagBytes);
      return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString());
    },
  };
}
