import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { config } from '../config';
import { CannotOpen, sealWith } from './seal';

const [old, fresh] = ['0'.repeat(64), 'f'.repeat(64)];
const secret = { key: 'secret' };
const context = '11/apns';

/** Seals as it was done before keys had ids. */
function sealWithoutId(setting: string): string {
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', setting, '', 'herald credentials', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

it('opens a secret only in the context that it was sealed in', () => {
  const sealed = sealWith(old).seal(secret, context);
  expect(sealWith(old).open(sealed, context)).toEqual(secret);
  expect(() => sealWith(old).open(sealed, '12/apns')).toThrow(CannotOpen);
  expect(() => sealWith(fresh).open(sealed, context)).toThrow(CannotOpen);
  for (const broken of ['', ':', 'x', `a:${sealed}`.slice(0, 40), sealed.slice(0, -8)])
    expect(() => sealWith(old).open(broken, context)).toThrow(CannotOpen);
});

it('seals with the first key and its id, and opens with all keys', () => {
  const both = sealWith(`new:${fresh},old:${old}`);
  expect(both.seal(secret, context)).toMatch(/^new:/);
  for (const setting of [old, fresh, `old:${old}`, `another-name:${old}`, `old:${old},new:${fresh}`])
    expect(both.open(sealWith(setting).seal(secret, context), context)).toEqual(secret);
  expect(sealWith(old).seal(secret, context)).toMatch(/^[0-9a-f]{8}:/);
});

it('opens secrets from before keys had ids, whatever characters the setting contains', () => {
  for (const setting of [
    old,
    `abc:${old}`,
    `abc:${old.slice(0, 30)}`,
    'a secret: long enough, with commas and colons',
  ]) {
    expect(sealWith(setting).open(sealWithoutId(setting), context)).toEqual(secret);
    expect(sealWith(`new:${fresh},old:${old}`).open(sealWithoutId(old), context)).toEqual(secret);
  }
  expect(() => sealWith(fresh).open(sealWithoutId(old), context)).toThrow(CannotOpen);
});

it('reseals secrets of other keys, and leaves those of the first key', () => {
  const both = sealWith(`new:${fresh},old:${old}`);
  for (const before of [sealWithoutId(old), sealWithoutId(fresh), sealWith(`old:${old}`).seal(secret, context)]) {
    const again = both.reseal(before, context)!;
    expect(sealWith(`new:${fresh}`).open(again, context)).toEqual(secret);
    expect(both.reseal(again, context)).toBeUndefined();
  }
  expect(() => sealWith(fresh).reseal(sealWithoutId(old), context)).toThrow(CannotOpen);
});

it.each([
  ['new:short,old:0', /key new is shorter than 32 characters/],
  [`${fresh},old:${old}`, /key 1 is not of the form id:secret/],
  [`new:${fresh},`, /key 2 is not of the form id:secret/],
  [`a:${fresh},a:${old}`, /two keys have the same id/],
  [`a b:${fresh},c:${old}`, /key 1 is not of the form/],
])('reports what is wrong with a setting without its secrets: %#', (setting, message) => {
  const { error } = config.validate({ CREDENTIALS_SECRET: setting.padEnd(33, '0') });
  expect(error?.message).toMatch(/^CREDENTIALS_SECRET: /);
  expect(() => sealWith(setting)).toThrow(message);
  expect(error?.message).not.toContain('000000');
});
