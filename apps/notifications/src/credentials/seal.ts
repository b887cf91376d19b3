import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export type Seal = {
  seal(secret: object, context: string): string;
  /** Throws CannotOpen when none of the keys fits, or when it was sealed in another context. */
  open(sealed: string, context: string): unknown;
  /** Seals the secret again with the first key; undefined when that key sealed it already. Throws CannotOpen. */
  reseal(sealed: string, context: string): string | undefined;
};

/** None of the keys opens the secret. */
export class CannotOpen extends Error {}

type Key = { id: string; key: Buffer };

const nonceBytes = 12;
const tagBytes = 16;
const minSecretLength = 32;

/**
 * Encrypts secrets at rest (AES-256-GCM). The setting is one secret or `id:secret,id:secret`: the first key seals, all
 * keys open. A sealed secret opens only in the context that it was sealed in: rows cannot be swapped.
 */
export function sealWith(setting: string): Seal {
  const keys = readKeys(setting);
  const current = keys[0]!;
  // Before keys had ids, secrets were sealed with the whole setting as key.
  const all = [...keys, { id: '', key: deriveKey(setting) }];
  const seal = (secret: unknown, context: string) => `${current.id}:${encrypt(secret, current.key, context)}`;
  const openWith = (sealed: string, context: string) => {
    const { id, body } = splitSealed(sealed);
    // The key with that id first; then the others, since an id may have been renamed.
    for (const key of [...all].sort((one, other) => Number(other.id === id) - Number(one.id === id))) {
      const found = decrypt(body, key.key, context);
      if (found) return { secret: found.secret, isCurrent: key === current && id === current.id };
    }
    throw new CannotOpen(
      `Sealed with the key ${id || 'of a time before keys had ids'}, which CREDENTIALS_SECRET lacks`,
    );
  };
  return {
    seal,
    open: (sealed, context) => openWith(sealed, context).secret,
    reseal(sealed, context) {
      const { secret, isCurrent } = openWith(sealed, context);
      return isCurrent ? undefined : seal(secret, context);
    },
  };
}

const keyPattern = /^\s*([\w-]{1,32}):(.*?)\s*$/;

/** The keys of the setting, in its order. Errors name what is wrong, without the secrets. */
function readKeys(setting: string): Key[] {
  const parts = setting.split(',').map((part) => keyPattern.exec(part));
  // A single secret may contain commas and colons.
  const isSingle = parts.length === 1 && (parts[0]?.[2] ?? '').length < minSecretLength;
  if (isSingle || parts.every((part) => !part)) return [{ id: idOf(setting), key: deriveKey(setting) }];
  const keys = parts.map((part, at) => {
    if (!part) throw new Error(`key ${at + 1} is not of the form id:secret`);
    const [, id, secret] = part as unknown as [string, string, string];
    if (secret.length < minSecretLength) throw new Error(`key ${id} is shorter than ${minSecretLength} characters`);
    return { id, key: deriveKey(secret) };
  });
  const ids = keys.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error('two keys have the same id');
  return keys;
}

/** Throws an error that says what is wrong with the setting. */
export const checkSealKeys = (setting: string): void => void readKeys(setting);

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'herald credentials', 32));

/** The id of a secret without one: a hash that reveals nothing about it. */
const idOf = (secret: string) => createHash('sha256').update(deriveKey(secret)).digest('hex').slice(0, 8);

function splitSealed(sealed: string): { id: string; body: string } {
  const end = sealed.indexOf(':');
  return { id: sealed.slice(0, Math.max(end, 0)), body: sealed.slice(end + 1) };
}

function encrypt(secret: unknown, key: Buffer, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(sealed: string, key: Buffer, context: string): { secret: unknown } | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64');
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const body = bytes.subarray(nonceBytes + tagBytes);
    return { secret: JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString()) };
  } catch {
    return undefined;
  }
}
