import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
  yes,
} from './der';

export type Certificate = { readonly pem: string; readonly keyPem: string };

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const day = 86_400_000;
const validDays = 3_653;
/** An uncompressed point of P-256, the last part of its public key in DER. */
const pointLength = 65;

type Holder = { readonly name: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

function createHolder(name: string): Holder {
  return { name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

function commonName(name: string): Buffer {
  return sequence(setOf(sequence(objectIdentifier('2.5.4.3'), utf8String(name))));
}

function publicKeyOf({ publicKey }: Holder): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(holder: Holder): Buffer {
  return createHash('sha1').update(publicKeyOf(holder).subarray(-pointLength)).digest();
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(objectIdentifier(`2.5.29.${id}`), ...(isCritical ? [yes] : []), octetString(value));
}

function authorityExtensions(authority: Holder): Buffer[] {
  return [
    extension('19', sequence(yes), true),
    extension('15', bitString(Buffer.from([0b0000_0110]), 1), true),
    extension('14', octetString(keyIdentifier(authority))),
  ];
}

function serverExtensions(server: Holder, authority: Holder): Buffer[] {
  const dnsName = (name: string) => tagged(2, Buffer.from(name), true);
  const address = (...bytes: number[]) => tagged(7, Buffer.from(bytes), true);
  return [
    extension('19', sequence(), true),
    extension('15', bitString(Buffer.from([0b1000_0000]), 7), true),
    extension('37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('17', sequence(dnsName('localhost'), address(127, 0, 0, 1), address(...Array<number>(15).fill(0), 1))),
    extension('14', octetString(keyIdentifier(server))),
    extension('35', sequence(tagged(0, keyIdentifier(authority), true))),
  ];
}

function issue(subject: Holder, issuer: Holder, extensions: Buffer[], now: number): Certificate {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const content = sequence(
    tagged(0, positiveInteger(Buffer.from([2]))),
    positiveInteger(serial),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(time(new Date(now - day)), time(new Date(now + validDays * day))),
    commonName(subject.name),
    publicKeyOf(subject),
    tagged(3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  const lines =
    sequence(content, ecdsaWithSha256, bitString(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    keyPem: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/**
 * A server certificate for this machine's loopback names, valid for ten years, and the authority that signed it. The
 * authority's key is thrown away at once: nobody can make another certificate with it, whoever trusts it.
 */
export function issueLoopbackCertificate(now = Date.now()): { server: Certificate; authorityPem: string } {
  const authority = createHolder(`Herald push stand-in ${randomBytes(4).toString('hex')}`);
  const server = createHolder('localhost');
  return {
    server: issue(server, authority, serverExtensions(server, authority), now),
    authorityPem: issue(authority, authority, authorityExtensions(authority), now).pem,
  };
}
