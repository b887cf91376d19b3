import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { config } from './config';
import { CannotOpen, sealWith } from './seal';

const [old, fresh] = ['0'.repeat(64), 'f'.repeat(64)];
const secret = { key: 'secret' };
const place = '11/apns';

/** As it was done before keys had ids. */
function sealedBefore(setting: string): string {
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', setting, '', 'herald credentials', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

it('opens what was sealed in its own place alone', () => {
  const sealed = sealWith(old).seal(secret, place);
  expect(sealWith(old).open(sealed, place)).toEqual(secret);
  expect(() => sealWith(old).open(sealed, '12/apns')).toThrow(CannotOpen);
  expect(() => sealWith(fresh).open(sealed, place)).toThrow(CannotOpen);
  for (const odd of ['', ':', 'x', `a:${sealed}`.slice(0, 40), sealed.slice(0, -8)])
    expect(() => sealWith(old).open(odd, place)).toThrow(CannotOpen);
});

it('seals with the first key, whose id it names, and opens with all', () => {
  const both = sealWith(`new:${fresh},old:${old}`);
  expect(both.seal(secret, place)).toMatch(/^new:/);
  for (const setting of [old, fresh, `old:${old}`, `another-name:${old}`, `old:${old},new:${fresh}`])
    expect(both.open(sealWith(setting).seal(secret, place), place)).toEqual(secret);
  expect(sealWith(old).seal(secret, place)).toMatch(/^[0-9a-f]{8}:/);
});

it('opens what was sealed before keys had ids, whatever characters the secret had', () => {
  for (const setting of [
    old,
    `abc:${old}`,
    `abc:${old.slice(0, 30)}`,
    'a secret: long enough, with commas and colons',
  ]) {
    expect(sealWith(setting).open(sealedBefore(setting), place)).toEqual(secret);
    expect(sealWith(`new:${fresh},old:${old}`).open(sealedBefore(old), place)).toEqual(secret);
  }
  expect(() => sealWith(fresh).open(sealedBefore(old), place)).toThrow(CannotOpen);
});

it('seals again what another key sealed, and leaves the rest', () => {
  const both = sealWith(`new:${fresh},old:${old}`);
  for (const before of [sealedBefore(old), sealedBefore(fresh), sealWith(`old:${old}`).seal(secret, place)]) {
    const again = both.reseal(before, place)!;
    expect(sealWith(`new:${fresh}`).open(again, place)).toEqual(secret);
    expect(both.reseal(again, place)).toBeUndefined();
  }
  expect(() => sealWith(fresh).reseal(sealedBefore(old), place)).toThrow(CannotOpen);
});

it.each([
  ['new:short,old:0', /key new is shorter than 32 characters/],
  [`${fresh},old:${old}`, /key 1 is not of the form id:secret/],
  [`new:${fresh},`, /key 2 is not of the form id:secret/],
  [`a:${fresh},a:${old}`, /two keys have the same id/],
  [`a b:${fresh},c:${old}`, /key 1 is not of the form/],
])('names what is wrong with a setting, and no secret: %#', (setting, message) => {
  const { error } = config.validate({ CREDENTIALS_SECRET: setting.padEnd(33, '0') });
  expect(error?.message).toMatch(/^CREDENTIALS_SECRET: /);
  expect(() => sealWith(setting)).toThrow(message);
  expect(error?.message).not.toContain('000000');
});
